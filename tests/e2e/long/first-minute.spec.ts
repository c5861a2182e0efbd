import type { Page } from '@playwright/test'
import clinicFacts from '../../../clinic.config.ts'
import { expect, test } from '../clinic.ts'
import { instantOf, spokenTime } from '../labels.ts'
import { speak } from '../languages.ts'
import { expectNothingTouches } from '../touching.ts'
import { dayTile, heading, noLink } from '../wizard.ts'
import { type Look, walkBooking, walkVerification } from './walk-patients.ts'

/** Applied to every request and answer. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SLOWDOWN = 4
const WIDTHS = [320, 360, 400]
const MINUTES = 60_000

test.describe('on a slow line with a slow processor', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, actionTimeout: 60_000 })

  test('whoever taps as soon as there is something to tap books, and no tap is lost', async ({
    page,
    clinic,
    visitor,
  }) => {
    test.setTimeout(3 * MINUTES)
    const slot = await clinic.freeSlot()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto('/book-appointment', { waitUntil: 'commit' })
    await noLink(page).tap()
    await expect(page.getByLabel('First Name')).toBeFocused()
    // The scripts are still on their way.
    expect(await page.locator('[data-early]').count()).toBe(1)
    await page.keyboard.type(visitor.firstName)
    for (const [label, text] of [
      ['Last Name', visitor.lastName],
      ['Email', visitor.email],
      ['Phone Number', visitor.phone],
    ] as const) {
      await page.getByLabel(label).tap()
      await page.keyboard.type(text)
    }
    await button('Next').tap()
    await page.getByRole('radio', { name: 'Consultation' }).tap()
    await dayTile(page, slot.date).tap()
    await button(spokenTime(slot.time)).tap()
    await button('Next').tap()
    await button('Submit').tap()
    await expect(heading(page, 'booked')).toBeVisible({ timeout: MINUTES })
    expect(await clinic.appointmentsOf(visitor)).toMatchObject([
      { first_name: visitor.firstName, last_name: visitor.lastName, starts_at: instantOf(slot) },
    ])
  })
})

test.describe('on narrow phones, in each language', () => {
  // What the walks bring about on purpose.
  test.use({ expectedProblems: /./ })

  const inEachLanguage =
    (page: Page): Look =>
    async (where) => {
      const size = page.viewportSize()
      for (const language of clinicFacts.languages) {
        await speak(page, language)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 })
          await expectNothingTouches(page, `${where}, ${language}, ${width}`)
        }
      }
      await speak(page, 'en')
      if (size) await page.setViewportSize(size)
    }

  test('no word touches its box: the verification', async ({ page, clinic: _ }) => {
    test.setTimeout(3 * MINUTES)
    await walkVerification(page, inEachLanguage(page))
  })

  test('no word touches its box: the whole booking', async ({ page, clinic, visitor }) => {
    test.setTimeout(3 * MINUTES)
    await walkBooking(page, clinic, visitor, inEachLanguage(page))
  })
})
