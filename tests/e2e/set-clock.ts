import type { Page } from '@playwright/test'

/**
 * Lets it be another time, for the device and by what the server says of it: a page does not believe a device alone.
 * @param instant stands still, until it is set anew
 */
export async function setClock(page: Page, instant: number | Date): Promise<void> {
  const date = new Date(instant)
  await page.clock.setFixedTime(date)
  // A stream of events has no end that could be waited for.
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== '/api/events'
  await page.route(isCall, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: date.toUTCString() } })
  })
}
