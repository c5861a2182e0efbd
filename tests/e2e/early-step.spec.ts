import type { Page } from '@playwright/test'
import { chunkWith } from '../../scripts/build/chunk-stats.ts'
import { readChunkStats } from './built-chunks.ts'
import { expect, test } from './clinic.ts'
import { clinicDay, instantOf } from './labels.ts'
import { setClock } from './set-clock.ts'
import { alert, dayTiles, fillPersonal, heading, next, submit } from './wizard.ts'

/** Between two keys of a quick typist, in milliseconds. */
const KEY_MS = 30

/** Opens the page with its scripts held back, as on a slow line; `third`: but for step 3's. @returns what lets them come */
async function openWithoutApp(page: Page, { third = false } = {}): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    if (!third || !route.request().url().endsWith('-third.js')) await held
    await route.continue()
  })
  await page.goto('/book-appointment', { waitUntil: 'commit' })
  return release
}

const no = (page: Page) => page.getByRole('button', { name: 'No', exact: true })
const isTakenOver = (page: Page) => page.evaluate<boolean>('window.earlyBooking === undefined')

test('a press on No asks at once for all that the next steps need, once, and then for nothing of step 1', async ({
  page,
}) => {
  const stats = await readChunkStats()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname.slice(1)))
  const release = await openWithoutApp(page)
  await no(page).click()
  for (const source of [
    'features/booking/steps-two-to-four.tsx',
    'i18n/later-files.ts',
    'i18n/locales/en/later.json',
  ])
    await expect.poll(() => fetched).toContain(chunkWith(`src/${source}`, stats))
  await expect.poll(() => fetched).toContain('api/availability')
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  // What the app asks for after the times.
  await expect.poll(() => fetched).toContain('api/fetch/doctors')
  expect(fetched.filter((path) => path === 'api/availability')).toHaveLength(1)
  expect(fetched).not.toContain(chunkWith('src/features/booking/clinic-card.tsx', stats))
})

test('whoever types while the app comes loses no key, no focus and no caret', async ({ page }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(heading(page, 1)).toBeHidden()
  const field = page.getByLabel('First Name')
  await field.click()
  await field.evaluate((element) => Object.assign(element, { isTheSame: true }))
  await page.keyboard.type('Ada', { delay: KEY_MS })
  release()
  let typed = 'Ada'
  while (!(await isTakenOver(page))) {
    await page.keyboard.type('x', { delay: KEY_MS })
    typed += 'x'
  }
  // In the middle, as nothing that writes the field anew would leave it.
  await page.keyboard.press('Home')
  await page.keyboard.type('Miss ', { delay: KEY_MS })
  await expect(field).toHaveValue(`Miss ${typed}`)
  await expect(field).toBeFocused()
  const [caret, isTheSame] = await page.evaluate<[number, boolean]>(
    '[document.activeElement.selectionStart, "isTheSame" in document.activeElement]',
  )
  expect([caret, isTheSame]).toEqual([5, true])

  // It is the app's by now: what it says of the form goes by what was typed before.
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByLabel('Last Name')).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'false')
})

test('who has scrolled before the app comes stays there, and meets the button that they press', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 420 })
  const release = await openWithoutApp(page)
  await expect(no(page)).toBeVisible()
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const from = await page.evaluate<number>('scrollY')
  expect(from).toBeGreaterThan(100)
  release()
  await expect(page.getByText('Next free:')).toBeAttached()
  await expect(no(page)).toBeInViewport()
  expect(await page.evaluate('scrollY')).toBe(from)
})

test('a letter that is being composed is composed on in the app', async ({ page }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await page.getByLabel('First Name').click()
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('n')
  await compose('ng')
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await compose('ngo')
  await keyboard.send('Input.insertText', { text: 'Ngọzi' })
  await expect(page.getByLabel('First Name')).toHaveValue('Ngọzi')
  await page.getByLabel('Last Name').fill('Obi')
  await expect(page.getByLabel('First Name')).toHaveValue('Ngọzi')
})

test('what was typed before the app was there outlives a look at another page', async ({ page, visitor }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await page.getByLabel('First Name').fill(visitor.firstName)
  await page.goto('/docs')
  release()
  await page.goBack()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
})

test('everything that was entered before the app is there is its own, and Next is not lost', async ({
  page,
  visitor,
}) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await page.getByLabel('First Name').fill(visitor.firstName)
  // As the browser fills in what it knows.
  await page.evaluate(`document.querySelector('#booking-lastName').value = 'Obi'`)
  await page.getByRole('spinbutton', { name: 'Age' }).fill('34')
  await page.getByLabel('Email').fill(visitor.email)
  const phone = page.getByLabel('Phone Number')
  await phone.focus()
  await page.keyboard.insertText(visitor.phone)
  await page.getByLabel('Female').check()
  await page.getByLabel('Nationality').focus()
  await page.getByLabel('Nationality').selectOption('Ghana')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  release()
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await expect(page.getByLabel('Last Name')).toHaveValue('Obi')
  await expect(page.getByRole('spinbutton', { name: 'Age' })).toHaveValue('34')
  await expect(phone).toHaveValue(visitor.phone)
  await expect(page.getByLabel('Female')).toBeChecked()
  await expect(page.getByLabel('Nationality')).toHaveValue('ghana')
  await expect(alert(page, 'Please fill')).toHaveCount(0)
})

test.describe('step 3 before the app is there', () => {
  test.beforeEach(async ({ page }) => {
    // The times of one month are there by then: of its first day, so that it has some.
    const [year, month] = clinicDay(0).split('-').map(Number)
    await setClock(page, Date.UTC(year as number, month as number, 1, 7))
  })

  test('is checked, chosen from and gone on from, and the app books what was chosen', async ({
    page,
    clinic,
    visitor,
  }) => {
    const release = await openWithoutApp(page, { third: true })
    await no(page).click()
    await fillPersonal(page, { ...visitor, lastName: '', email: 'ada@' })
    await next(page)
    await expect(page.getByLabel('Last Name')).toBeFocused()
    await expect(page.getByLabel('Last Name')).toHaveAccessibleDescription('Please fill in this field.')
    await expect(page.getByText('2 fields need your attention.')).toBeVisible()
    await expect(alert(page, 'Please fill all required fields!')).toBeVisible()
    await fillPersonal(page, visitor)
    await expect(page.getByText('Please fill in this field.')).toHaveCount(0)
    await next(page)
    await expect(heading(page, 3)).toBeFocused()

    await dayTiles(page).last().check()
    const date = await page.locator('label:has(:checked)[data-day]').getAttribute('data-day')
    const first = page.locator('[data-time]').first()
    const [time, name] = [await first.getAttribute('data-time'), await first.innerText()]
    await first.click()
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await page.getByLabel('Consultation', { exact: true }).check()
    await next(page)
    expect(await isTakenOver(page)).toBe(false)
    release()
    await expect(heading(page, 4)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
    await expect(page.getByLabel('Last Name')).toHaveValue(visitor.lastName)
    await next(page)
    await next(page)
    await submit(page)
    await expect(heading(page, 'booked')).toBeVisible()
    expect(await clinic.appointmentsOf(visitor)).toMatchObject([
      { first_name: visitor.firstName, starts_at: instantOf({ date: date ?? '', time: time ?? '' }) },
    ])
  })

  test('speaks the language of the page, and the app waits until a text is written', async ({
    page,
    context,
    visitor,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'language', value: 'gr', url: baseURL }])
    await page.addInitScript(`localStorage.setItem('I18N_LANGUAGE', 'gr')`)
    const stats = await readChunkStats()
    const steps = chunkWith('src/features/booking/steps-two-to-four.tsx', stats)
    const release = await openWithoutApp(page, { third: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Nein').click()
    for (const [name, text] of [
      ['firstName', visitor.firstName],
      ['lastName', visitor.lastName],
      ['email', visitor.email],
      ['phoneNumber', visitor.phone],
    ] as const)
      await page.locator(`[name=${name}]`).fill(text)
    await button('Weiter').click()
    await expect(page.getByRole('heading', { name: 'Termindetails' })).toBeFocused()
    await expect(
      page.getByRole('radio', { name: /^\p{L}+, \d+\. \p{L}+, \d+ freie Zeit/u }).first(),
    ).toBeVisible()
    const time = page.locator('[data-time]').last()
    const name = await time.innerText()
    await time.click()
    const text = page.locator('textarea')
    await text.click()
    await page.keyboard.type('Zahn', { delay: KEY_MS })
    const come = page.waitForResponse((response) => response.url().includes(steps))
    release()
    await (await come).finished()
    await page.keyboard.type(' oben', { delay: KEY_MS })
    expect(await isTakenOver(page)).toBe(false)
    await page.keyboard.press('Tab')
    await expect.poll(() => isTakenOver(page)).toBe(true)
    await expect(text).toHaveValue('Zahn oben')
    await expect(button('Zurück')).toBeFocused()
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true')
  })
})
