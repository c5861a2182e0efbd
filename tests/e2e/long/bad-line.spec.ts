import type { BrowserContext, Page } from '@playwright/test'
import { fatesByChance, openBadLine } from '../../support/bad-line.ts'
import { expect, test } from '../clinic.ts'
import type { Slot } from '../labels.ts'
import { heading, openConfirmation, submit } from '../wizard.ts'

/*
 * The proof of the app: 300 bookings in a browser over a line that harms requests by chance make 300 appointments. The
 * page itself comes unharmed, as it does from the service worker; each booking starts from a draft at its last step.
 */

const BOOKINGS = 300
const AT_ONCE = 4
const SEED = 20_300_304
const HARMED = 0.5
/** How often one person presses Submit at most. */
const MOST_PRESSES = 4
const ANSWER_MS = 60_000

type Booker = { email: string; slot: Slot }

/** Submits until it is booked. @returns the reference that the page shows */
async function bookOn(page: Page, booker: Booker): Promise<string> {
  const ada = { firstName: 'Ada', lastName: 'Obi', email: booker.email, phone: '0803 123 4567' }
  await openConfirmation(page, ada, booker.slot)
  await expect(page.getByText(booker.email)).toBeVisible()
  const booked = heading(page, 'booked')
  const lost = page.getByText("press Submit again; you won't be booked twice")
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await submit(page)
    await expect(booked.or(lost)).toBeVisible({ timeout: ANSWER_MS })
    if (await booked.isVisible()) break
  }
  await expect(booked).toBeVisible()
  return (await page.locator('strong').innerText()).trim()
}

test(`${BOOKINGS} bookings over a bad line make ${BOOKINGS} appointments`, async ({
  browser,
  server,
  clinic,
}) => {
  test.setTimeout(8 * 60_000)
  const line = await openBadLine({
    port: Number(new URL(server.url).port),
    nextFate: fatesByChance(SEED, HARMED),
    // What the page knows of the clinic comes from the worker too.
    harms: (firstLine) => firstLine.includes(' /api/') && !firstLine.includes(' /api/clinic '),
    delayMs: 150,
    stallMs: 600,
  })
  const days = await clinic.freeDays(1, 60)
  const slots = days.flatMap(({ date, slots: times }) => times.map((time) => ({ date, time })))
  const bookers = slots
    .slice(0, BOOKINGS)
    .map((slot, index) => ({ slot, email: `visitor.${index}@example.com` }))
  expect(bookers).toHaveLength(BOOKINGS)

  const shown: { email: string; reference: string }[] = []
  const waiting = [...bookers]
  async function bookSome(context: BrowserContext) {
    const page = await context.newPage()
    for (let booker = waiting.shift(); booker; booker = waiting.shift()) {
      shown.push({ email: booker.email, reference: await bookOn(page, booker) })
    }
  }
  const contexts = await Promise.all(
    Array.from({ length: AT_ONCE }, () => browser.newContext({ baseURL: line.url })),
  )
  await Promise.all(contexts.map(bookSome))

  const { rows } = await server.database.pool.query(
    `SELECT p.email, a.reference FROM appointments a JOIN patients p ON p.id = a.patient_id`,
  )
  const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)
  expect(rows.toSorted(byEmail)).toEqual(shown.toSorted(byEmail))
  expect(rows).toHaveLength(BOOKINGS)
  // Else it was no bad line.
  expect(Math.min(...Object.values(line.seen))).toBeGreaterThan(BOOKINGS / 30)

  for (const context of contexts) await context.close()
  await line.close()
})
