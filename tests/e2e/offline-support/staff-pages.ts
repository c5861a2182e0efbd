import { expect, type Page } from '@playwright/test'

/** What staff see, found as they find it. */
export const rows = (page: Page) => page.locator('[data-row]')
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const dayAddress = (day: string) => `/dashboard?view=day&day=${day}`
/** The page asks again after a while: a server that is back may have been away for some of its tries. */
export const isLive = (page: Page) =>
  expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 })

const MINUTE_MS = 60_000

/** 'HH:mm' at the clinic, an hour ahead of UTC all year, of the last minutes. */
const clinicTimes = (minutes: number) =>
  Array.from({ length: minutes + 1 }, (_, ago) =>
    new Date(Date.now() + 60 * MINUTE_MS - ago * MINUTE_MS).toISOString().slice(11, 16),
  )

/** The page says that it is offline, and how old it is: minutes, in clinic time. */
export async function expectOffline(page: Page): Promise<void> {
  const state = page.getByText(/^Offline, as of \d\d:\d\d$/)
  await expect(state).toBeVisible({ timeout: 20_000 })
  expect(clinicTimes(3)).toContain((await state.textContent())?.slice(-5))
}

/** Adds a blocker through the API in the name of whoever is signed in on a page: each Sunday, which closes nothing. */
export async function addBlocker(page: Page, description: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  const answer = await page.request.post('/api/blockers', {
    headers: { authorization: `Bearer ${token}` },
    data: { description, type: 'Weekly', recurringDays: [0] },
  })
  expect(answer.status()).toBe(201)
}
