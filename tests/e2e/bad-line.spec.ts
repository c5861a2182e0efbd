import { type Fate, openBadLine } from '../support/bad-line.ts'
import { expect, test } from './clinic.ts'
import { heading, openConfirmation, submit } from './wizard.ts'

/*
 * Bookings in a browser over a bad line. 300 of them, by chance: long/bad-line.spec.ts. What follows on which answer:
 * src/features/booking/confirmation/retry.test.ts.
 */

/** What happens to a booking until its answer comes. The browser itself may send it again, so that fewer are left to us. */
const LINES: Fate[][] = [
  ['dropped', 'halved', 'well'],
  ['unanswered', 'unanswered', 'late'],
  ['stalled', 'cut', 'well'],
]

test('a booking is made once, whatever becomes of its first tries on the way', async ({
  browser,
  server,
  clinic,
  visitor,
}) => {
  let left: Fate[] = []
  const line = await openBadLine({
    port: Number(new URL(server.url).port),
    nextFate: () => left.shift() ?? 'well',
    harms: (firstLine) => firstLine.includes('/api/appointments/book'),
  })
  const context = await browser.newContext({ baseURL: line.url })
  try {
    const page = await context.newPage()
    for (const [index, fates] of LINES.entries()) {
      left = [...fates]
      const email = `${index}.${visitor.email}`
      await openConfirmation(page, { ...visitor, email }, await clinic.freeSlot())
      await submit(page)
      await expect(heading(page, 'booked'), `${fates}`).toBeVisible({ timeout: 60_000 })
      const appointments = await clinic.appointmentsOf({ email })
      expect(appointments, `${fates}`).toHaveLength(1)
      await expect(page.getByText(appointments[0]?.reference ?? 'none', { exact: true })).toBeVisible()
    }
    for (const fate of LINES.flat()) expect(line.seen[fate]).toBeGreaterThan(0)
  } finally {
    await context.close()
    await line.close()
  }
})
