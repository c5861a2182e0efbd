import { expect, test } from './clinic.ts'
import { heading } from './wizard.ts'

const MOST_REQUESTS = 8

test('the first load is complete, quiet and small', async ({ page }) => {
  const requests: string[] = []
  const failed: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  page.on('requestfailed', (request) => failed.push(request.url()))
  page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
  await page.goto('/book-appointment', { waitUntil: 'networkidle' })
  expect(failed).toEqual([])
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
  await expect(page).toHaveTitle('Book-appointment | Enamel Dental Clinic')

  // Taken over by the app and alive; a difference to the prerendered markup would be in the console.
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('button', { name: 'Continue as a visitor' })).toBeVisible()
})

test('the first step is there without any script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/book-appointment')
  await expect(heading(page, 1)).toBeVisible()
  await context.close()
})

for (const address of ['/', '/no/such/page', '/book-appointment/']) {
  test(`${address} leads to booking`, async ({ page, baseURL }) => {
    await page.goto(address)
    await expect(heading(page, 1)).toBeVisible()
    await expect(page).toHaveTitle('Book-appointment | Enamel Dental Clinic')
    if (!address.startsWith('/book')) await expect(page).toHaveURL(`${baseURL}/book-appointment`)
  })
}

test('a press before the app is awake is not lost', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/book-appointment', { waitUntil: 'commit' })
  // The one small script that is not held back remembers the press.
  // Not waitForFunction, which the page's content policy stops as soon as it has to ask twice.
  await expect.poll(() => page.evaluate("'earlyPress' in window")).toBe(true)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  release()
  await expect(heading(page, 2)).toBeVisible()
})
