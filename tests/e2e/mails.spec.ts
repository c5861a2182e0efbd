import { type Page, test as plain } from '@playwright/test'
import { isoLanguage, LANGUAGE_CODES } from '../../domain/languages.ts'
import { DARK } from '../../server/messages/mail/mail-colours.ts'
import { isOptedOut } from '../../server/messages/opt-outs/opt-outs.ts'
import { unsubscribeLinks } from '../../server/messages/opt-outs/unsubscribe-link.ts'
import { patientMails, type SampleTexts, staffMails } from '../../server/operations/demo/sample-mails.ts'
import { expectColours } from './axe.ts'
import { expect, test } from './clinic.ts'

const WIDTHS = [320, 600]
/** As thick as a thumb, in CSS pixels. */
const BUTTON = 48

/** The longest that is met, and longer. */
const LONG: SampleTexts = {
  firstName: 'Oluwatobiloba-Chukwuemeka',
  surname: 'Adébáyọ̀-Okonkwo',
  clinic: 'Zahnärztliche Gemeinschaftspraxis am Hauptbahnhof',
  address: 'Apartment 4B, Plot 1027, Nnamdi Azikiwe Expressway, Wuse-Zone-5-Extension, Abuja',
  phone: '+234 (0) 700 000 000 002',
  doctor: 'Prof. Dr. Oluwaseun-Chukwuemeka Adébáyọ̀-Okonkwo',
  service: 'Kieferorthopädiebehandlungsnachsorgeuntersuchungstermin',
  reason: 'W'.repeat(200),
}

/** What stands out of a mail that is shown at a width, and buttons that are too small. */
async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate<string[]>(`
    const named = (one) => (one.className || one.tagName) + ': ' + one.textContent
    const boxes = [...document.body.querySelectorAll('*')].filter((one) => one.getClientRects().length > 0)
    const out = boxes.filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return left < 0 || right > ${width} + 0.5
    })
    const column = document.querySelector('.card p').getBoundingClientRect().width
    const small = [...document.querySelectorAll('.button td')].filter((one) => {
      const { width, height } = one.getBoundingClientRect()
      return height < ${BUTTON} || (${width <= 480} && Math.abs(width - column) > 0.5)
    })
    const scrolls = document.documentElement.scrollWidth > ${width} ? ['the page scrolls sideways'] : []
    const faults = [...scrolls, ...out.map((one) => 'out ' + named(one)), ...small.map((one) => 'small ' + named(one))]
    faults`)
}

plain(
  'every mail fits a narrow screen and a wide one, in all languages, with buttons for a thumb',
  async ({ page }) => {
    const faults: string[] = []
    for (const language of LANGUAGE_CODES.map(isoLanguage)) {
      const mails = { ...patientMails(language, LONG), ...(language === 'en' ? staffMails(LONG) : {}) }
      for (const [kind, { html }] of Object.entries(mails)) {
        await page.setContent(html)
        for (const width of WIDTHS) {
          for (const fault of await faultsAt(page, width))
            faults.push(`${language} ${kind} at ${width}: ${fault}`)
        }
      }
    }
    expect(faults).toEqual([])
  },
)

plain('mails are read on light and dark screens', async ({ page }) => {
  const { booked, cancelled, code } = patientMails('en')
  const { reset } = staffMails()
  for (const mail of [booked, cancelled, code, reset]) {
    await page.setContent(mail?.html ?? '')
    await expectColours(page, mail?.subject ?? '', 'light')
    await expectColours(page, `${mail?.subject}, dark`, 'dark')
  }
  const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  expect(ground).toBe(
    `rgb(${DARK.page
      .match(/\w\w/g)
      ?.map((two) => Number.parseInt(two, 16))
      .join(', ')})`,
  )
})

test('reminders end with a press on the page that a mail’s link opens, and begin again', async ({
  page,
  server,
}) => {
  const { pool } = server.database
  const reader = { email: 'ada@example.com', language: 'en' } as const
  await page.goto(await unsubscribeLinks(pool).addressFor(server.url, reader))
  await expect(page.getByRole('heading', { name: 'Email reminders' })).toBeVisible()
  await expectColours(page, 'the page', 'dark')
  expect(await isOptedOut(pool, reader.email)).toBe(false)
  await page.getByRole('button', { name: 'Stop reminders' }).click()
  await expect(page.getByText("We won't send any more reminders to this address.")).toBeVisible()
  expect(await isOptedOut(pool, reader.email)).toBe(true)
  await page.getByRole('button', { name: 'Send reminders again' }).click()
  await expect(page.getByText("We'll send reminders to this address again.")).toBeVisible()
  expect(await isOptedOut(pool, reader.email)).toBe(false)
})
