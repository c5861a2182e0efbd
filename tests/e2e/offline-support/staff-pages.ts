import { expect, type Page } from '@playwright/test'
import { shortDay, spokenTime } from '../labels.ts'

/** What staff see, found as they find it. */
export const rows = (page: Page) => page.locator('[data-row]')
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const dayAddress = (day: string) => `/dashboard?view=day&day=${day}`
/** The page asks again after a while: a server that is back may have been away for some of its tries. */
export const isLive = (page: Page) =>
  expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })

/**
 * What may stand there as the time of an answer of the last minutes: in clinic time, with its day where that is
 * another one than today's. The page looks at the clock once a minute, so that just after midnight the day may be left out.
 * @param now milliseconds since 1970
 */
function lastMinutes(now: number, minutes: number): string[] {
  const today = atClinic(now).toISOString().slice(0, 10)
  return Array.from({ length: minutes + 1 }, (_, ago) => atClinic(now - ago * 60_000)).flatMap((moment) => {
    const [date = '', clock = ''] = moment.toISOString().split('T')
    const time = spokenTime(clock.slice(0, 5))
    return date === today ? [time] : [time, `${shortDay(date)}, ${time}`]
  })
}

/** Whose UTC is the clinic's time, an hour ahead all year. */
const atClinic = (instant: number) => new Date(instant + 3_600_000)

/** The page says that it is offline, and how old it is: minutes, in clinic time. */
export async function expectOffline(page: Page): Promise<void> {
  const state = page.getByText(/^Offline, as of /)
  await expect(state).toBeVisible({ timeout: 60_000 })
  const text = await state.textContent()
  expect(lastMinutes(Date.now(), 3)).toContain(text?.slice('Offline, as of '.length))
}

/** Adds a blocker through the API in the name of whoever is signed in on a page: each Sunday, which closes nothing. */
export async function addBlocker(page: Page, description: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  const answer = await page.request.post('/api/blockers', {
    headers: { authorization: `Bearer ${token}` },
    data: { description, type: 'Weekly', recurringDays: [0], location: 'fct' },
  })
  expect(answer.status()).toBe(201)
}
