import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { distDir } from '../../build/build-info.ts'
import { chunkWith, withImports } from '../../scripts/build/chunk-stats.ts'
import { dashboardScripts, scriptsOf } from '../../scripts/build/page-scripts.ts'
import { readChunkStats } from './built-chunks.ts'
import { expect, signIn, test } from './staff.ts'
import { heading } from './wizard.ts'

const MOST_REQUESTS = 8
/** What registers the service worker, once the page has loaded and is idle. */
const AFTERWARDS = 'src/device/worker-registration.ts'

/** What reads the answer about the clinic, fetched beside the call. */
const ANSWER = 'src/clinic-answer.ts'

/** What a page that has shown itself fetches while it has nothing else to do, for when the connection goes. */
const PREPARED = [
  'src/live/prefetch.ts',
  'src/features/book/calendar/calendar-view.tsx',
  'src/features/book/visit/details/details-drawer.tsx',
  'src/features/book/visit/cancel-dialog.tsx',
  'src/features/book/list/more-filters.tsx',
  'src/features/unlock/lock-screen.tsx',
  'src/features/unlock/pin-form.tsx',
  'src/features/book/desk/desk-panel.tsx',
  'src/features/book/desk/requests/requests-dialog.tsx',
  'src/i18n/later-files.ts',
  'src/i18n/locales/en/asked.json',
  'src/i18n/locales/en/desk.json',
  'src/i18n/locales/en/records.json',
  'src/i18n/locales/en/unlock.json',
]

const builtPage = (name: string) => readFile(path.join(distDir, 'client', name), 'utf8')

test('the first load is complete, quiet and small', async ({ page }) => {
  const requests: string[] = []
  const failed: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  page.on('requestfailed', (request) => failed.push(request.url()))
  page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
  await page.goto('/book-appointment', { waitUntil: 'networkidle' })
  expect(failed).toEqual([])
  const stats = await readChunkStats()
  const later = withImports(
    [AFTERWARDS, ANSWER].map((source) => chunkWith(source, stats)),
    stats,
  )
  const had = scriptsOf(await builtPage('book-appointment.html'), stats)
  const isAfterwards = (name: string) => later.includes(name) && !had.includes(name)
  // The calls that step 1 makes for the clinic's facts and the next free time are no part of the page either.
  const ofPage = () => requests.filter((path) => !isAfterwards(path.slice(1)) && !path.startsWith('/api/'))
  const ofFirstLoad = ofPage()
  expect(ofFirstLoad.length, ofFirstLoad.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
  await expect(page).toHaveTitle('Book-appointment | Enamel Dental Clinic')

  // The browser says of a mouse that it is where it is, without anybody's moving it: at the start, or on a busy machine later.
  await page.mouse.move(0, 0)
  await page.evaluate('document.title')
  expect(ofPage()).toEqual(ofFirstLoad)
  await page.mouse.move(9, 9)
  await expect.poll(() => ofPage().length).toBeGreaterThan(MOST_REQUESTS + 1)

  // Taken over by the app and alive; a difference to the prerendered markup would be in the console.
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('button', { name: 'Continue as a visitor' })).toBeVisible()
})

test('the dashboard loads what the budget of `npm run check` counts, and no more', async ({
  page,
  browser,
  staff,
  clinic,
  baseURL,
}) => {
  await clinic.book(await clinic.freeSlot())
  await signIn(page, await staff.colleague())
  const session = await page.evaluate(() => ({ ...sessionStorage }))
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  // Nothing is stored but the session, as on a first visit.
  await context.addInitScript((stored) => Object.assign(sessionStorage, stored), session)
  const visit = await context.newPage()
  const scripts = new Set<string>()
  visit.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.add(pathname.slice(1))
  })
  await visit.goto('/dashboard')
  await expect(visit.getByRole('table').getByRole('button').first()).toBeAttached()
  await expect(visit.getByText('Live', { exact: true })).toBeVisible()
  await context.close()

  const [booking, shell] = await Promise.all([builtPage('book-appointment.html'), builtPage('index.html')])
  const stats = await readChunkStats()
  const had = scriptsOf(booking, stats)
  const counted = dashboardScripts(shell, booking, stats)
  const prepared = withImports(
    [AFTERWARDS, ANSWER, ...PREPARED].map((source) => chunkWith(source, stats)),
    stats,
  )
  const isAfterwards = (name: string) => prepared.includes(name) && !counted.includes(name)
  const beyond = [...scripts].filter((name) => !had.includes(name) && !isAfterwards(name))
  expect(beyond.sort()).toEqual(counted.sort())
})

test('without any script booking and a visit say how to reach the clinic', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/book-appointment')
  await expect(page.getByRole('link', { name: '+234 700 000 0002' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Mon–Fri 9:00 AM–5:00 PM')
  // Nor does it offer a form, which nobody would answer.
  await page.goto('/book-appointment#booking-firstName')
  await expect(page.getByRole('link', { name: '+234 700 000 0002' })).toBeVisible()
  await expect(page.locator('#booking-firstName')).toBeHidden()
  // A visit's own page does not load for ever.
  await page.goto('/visit')
  await expect(page.getByRole('link', { name: '+234 700 000 0002' })).toBeVisible()
  await expect(page.getByText('Loading your appointment…')).toBeHidden()
  await context.close()
})

test('every address that is no page leads to booking', async ({ page, baseURL }) => {
  for (const address of ['/', '/no/such/page', '/book-appointment/']) {
    await page.goto(address)
    await expect(heading(page, 1)).toBeVisible()
    await expect(page).toHaveTitle('Book-appointment | Enamel Dental Clinic')
    if (!address.startsWith('/book')) await expect(page).toHaveURL(`${baseURL}/book-appointment`)
  }
})
