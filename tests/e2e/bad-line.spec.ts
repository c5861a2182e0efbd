import { type Fate, openBadLine } from '../support/bad-line.ts'
import { expect, test } from './clinic.ts'
import { goToConfirmation, heading, submit } from './wizard.ts'

/*
 * Whole bookings in a browser over a bad line. 300 of them, by chance: long/bad-line.spec.ts.
 */

/** What happens to a booking until its answer comes. The browser itself may send it again, so that fewer are left to us. */
const LINES: Fate[][] = [
  ['dropped', 'halved', 'well'],
  ['unanswered', 'unanswered', 'late'],
  ['cut', 'well'],
  ['stalled', 'cut', 'late'],
]

for (const fates of LINES) {
  test(`a booking whose tries are ${fates.join(', ')} is made once`, async ({
    browser,
    server,
    clinic,
    visitor,
  }) => {
    const left = [...fates]
    const line = await openBadLine({
      port: Number(new URL(server.url).port),
      nextFate: () => left.shift() ?? 'well',
      harms: (firstLine) => firstLine.includes('/api/appointments/book'),
    })
    const context = await browser.newContext({ baseURL: line.url })
    try {
      const page = await context.newPage()
      await goToConfirmation(page, visitor, await clinic.freeSlot())
      await submit(page)
      await expect(heading(page, 'booked')).toBeVisible({ timeout: 60_000 })
      const appointments = await clinic.appointmentsOf(visitor)
      expect(appointments).toHaveLength(1)
      await expect(page.getByText(appointments[0]?.reference ?? 'none', { exact: true })).toBeVisible()
      for (const fate of fates) expect(line.seen[fate]).toBeGreaterThan(0)
    } finally {
      await context.close()
      await line.close()
    }
  })
}
