import type { Locator, Page } from '@playwright/test'
import { dayOfMonth, spokenTime } from './labels.ts'
import { expect, signIn, test } from './staff.ts'

const NAMES = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Gozie', 'Hauwa', 'Ife']

const rows = (page: Page) => page.locator('[data-row]')
const state = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true })
const isLive = (page: Page) => expect(state(page, 'Live')).toBeVisible()
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications, ${unread} unread` })
const top = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN

/** Time goes by with a hand on the page, which would lock without. */
async function pass(page: Page, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 14) {
    await page.clock.fastForward(Math.min(14, left) * 60_000)
    await page.mouse.move(300 + (left % 2), 300)
  }
}

/** Counts what a page asks of a path, without what is in the query. */
function count(page: Page, path: string): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) asked += 1
  })
  return () => asked
}

test('what is booked elsewhere comes in by itself, marked and told, and moves nothing under the eyes', async ({
  page,
  clinic,
  staff,
}) => {
  const day = (await clinic.freeDays(2, 14)).find(({ slots }) => slots.length > 12)
  const { date = '', slots = [] } = day ?? {}
  const book = (slot: number, name: string) =>
    clinic.book({ date, time: slots[slot] ?? '' }, { surname: name })
  await clinic.store(NAMES.map((surname, index) => ({ date, time: slots[index + 3] ?? '', surname })))
  await page.clock.install()
  await signIn(page, await staff.colleague())
  await isLive(page)
  await expect(rows(page)).toHaveCount(9)

  const read = rows(page).nth(4)
  const name = page.getByRole('row', { name: /Efe/ })
  await read.hover()
  const before = await top(name)
  await book(1, 'Ngozi')
  const ngozi = page.getByRole('row', { name: /Ngozi/ })
  const told = page
    .getByRole('status')
    .filter({ hasText: `New appointment: ${spokenTime(slots[1] ?? '')} on` })
  await Promise.all([
    expect(ngozi.getByText('New', { exact: true })).toBeVisible(),
    // At once: after some seconds it is gone.
    expect(told).toContainText(new RegExp(` ${dayOfMonth(date)} [A-Z][a-z]{2}, Abuja$`)),
  ])
  await expect(rows(page)).toHaveCount(10)
  // It is told of once: the number of appointments beside it is announced when something else is asked for.
  const listed = page.getByRole('status').filter({ hasText: 'upcoming first' })
  await expect(listed).toHaveText('10 appointments, upcoming first')
  await expect(listed).toHaveAttribute('aria-live', 'off')
  await expect(async () => expect(Math.abs((await top(name)) - before)).toBeLessThanOrEqual(1)).toPass()
  await expect(bell(page, 1)).toBeVisible()

  // The row with the menu leaves the page, and the menu stays.
  const last = rows(page).nth(9)
  await expect(last).toContainText('Ife')
  await last.hover()
  await last.getByRole('button', { name: /^More for/ }).click()
  await Promise.all([book(0, 'Tunde'), book(2, 'Amina')])
  await expect(page.locator('[data-row]', { hasText: 'Ife' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('Ife')
  await page.getByRole('button', { name: 'Close details' }).click()

  // The mark is for what has just come, not for what paging brings up.
  await expect(rows(page).getByText('New', { exact: true })).toHaveCount(3)
  await page.clock.fastForward(10_000)
  await expect(rows(page).getByText('New', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Ife' })).toBeVisible()
  await expect(rows(page).getByText('New', { exact: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Pending')
  await expect(listed).toHaveAttribute('aria-live', 'polite')
})

test('two tabs share one stream, the second one takes it over, and signing out ends it', async ({
  page,
  context,
  clinic,
  staff,
}) => {
  const slot = await clinic.freeSlot()
  const streams = count(page, '/api/events')
  await signIn(page, await staff.colleague())
  await isLive(page)
  const second = await context.newPage()
  const ofSecond = count(second, '/api/events')
  await second.goto('/dashboard')
  await isLive(second)
  await clinic.book(slot, { surname: 'Ngozi' })
  for (const tab of [page, second]) await expect(rows(tab).filter({ hasText: 'Ngozi' })).toContainText('New')
  expect([streams(), ofSecond()]).toEqual([1, 0])

  const taken = second.waitForRequest('**/api/events')
  await page.close()
  const stream = await taken
  await expect(async () => expect(await stream.response()).toBeTruthy()).toPass()
  await isLive(second)

  // The page is too short to be scrolled, and yet the row that is read stays where it is.
  const read = rows(second).filter({ hasText: 'Ngozi' })
  await read.hover()
  const before = await top(read)
  await clinic.book({ ...slot, time: '09:00' }, { surname: 'Tunde' })
  await expect(rows(second).first()).toContainText('Tunde')
  await expect(async () => expect(Math.abs((await top(read)) - before)).toBeLessThanOrEqual(1)).toPass()
  expect(ofSecond()).toBe(1)

  const ended = second.waitForEvent('requestfailed', (request) => request === stream)
  await second.getByRole('button', { name: 'your account' }).click()
  await second.getByRole('menuitem', { name: 'Logout' }).click()
  await ended
  await expect(second.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  expect(ofSecond()).toBe(1)
})

test.describe('without a stream', () => {
  test.use({ expectedProblems: /^failed: |Failed to load resource/ })

  test('the list is asked for every half minute, and says how old it is while nothing can be had', async ({
    page,
    context,
    clinic,
    staff,
  }) => {
    const slot = await clinic.freeSlot()
    await page.clock.install()
    await page.route('**/api/events', (route) => route.abort())
    await signIn(page, await staff.colleague())
    await expect(state(page, /^Updated \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await clinic.book(slot, { surname: 'Ngozi' })
    await page.clock.runFor(30_000)
    await expect(rows(page).filter({ hasText: 'Ngozi' })).toBeVisible()
    await expect(rows(page).getByText('New', { exact: true })).toHaveCount(0)
    await expect(bell(page, 1)).toBeVisible()

    await context.setOffline(true)
    const offline = state(page, /^Offline, as of \d{1,2}:\d\d [AP]M$/)
    await expect(offline).toHaveAttribute('data-tone', 'plain')
    await expect(rows(page)).toHaveCount(1)
    await pass(page, 31)
    await expect(offline).toHaveAttribute('data-tone', 'old')
    await pass(page, 4 * 60)
    await expect(state(page, /^Offline, as of /)).toHaveAttribute('data-tone', 'stale')

    await page.unroute('**/api/events')
    await clinic.book({ ...slot, time: '16:30' }, { surname: 'Tunde' })
    await context.setOffline(false)
    await isLive(page)
    await expect(rows(page)).toHaveCount(2)
  })
})
