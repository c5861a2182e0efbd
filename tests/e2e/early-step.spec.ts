import type { Page } from '@playwright/test'
import { chunkWith } from '../../scripts/build/chunk-stats.ts'
import { readChunkStats } from './built-chunks.ts'
import { expect, test } from './clinic.ts'
import { alert, heading } from './wizard.ts'

/** Between two keys of a quick typist, in milliseconds. */
const KEY_MS = 30

/** Opens the page with its scripts held back, as on a slow line. @returns what lets them come */
async function openWithoutApp(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/book-appointment', { waitUntil: 'commit' })
  return release
}

const no = (page: Page) => page.getByRole('button', { name: 'No', exact: true })
const isTakenOver = (page: Page) => page.evaluate<boolean>('window.earlyBooking === undefined')

test('a press on No asks at once for all that the next steps need, and then for nothing of step 1', async ({
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
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
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
