import { addDays } from '../../domain/clinic-time.ts'
import { expect, test } from './clinic.ts'
import { instantOf, spokenDay, spokenMonth, spokenTime } from './labels.ts'
import { setClock } from './set-clock.ts'
import { dayCell, dayTile, fillPersonal, heading, next, openMonth, startAsVisitor, submit } from './wizard.ts'

/** Instants at which the device is already, or still, on another day than the clinic. */
const DEVICES = [
  { zone: 'Pacific/Auckland', clinicTime: '23:30', dayThere: 1 },
  { zone: 'America/Los_Angeles', clinicTime: '00:30', dayThere: -1 },
] as const

for (const { zone, clinicTime, dayThere } of DEVICES) {
  test.describe(`on a device in ${zone} when it is ${clinicTime} at the clinic`, () => {
    test.use({ timezoneId: zone })

    test('today is the clinic’s today, and the booked day too', async ({ page, clinic, visitor }) => {
      const days = await clinic.freeDays(2, 14)
      const today = days.find(({ slots }) => slots.includes('10:30')) ?? { date: '', slots: [] }
      await setClock(page, instantOf({ date: today.date, time: clinicTime }))

      await startAsVisitor(page)
      const onDevice = await page.evaluate<number>('new Date().getDate()')
      expect(onDevice).toBe(Number(addDays(today.date, dayThere).slice(8)))

      await fillPersonal(page, visitor)
      await next(page)
      await page.getByLabel('Consultation', { exact: true }).check()
      // The first free day is on view at once: this very day, whose times the server still offers.
      await expect(dayTile(page, today.date)).toBeChecked()
      await expect(page.getByText('All times are Lagos time.')).toBeVisible()
      await openMonth(page)
      await expect(page.getByText(spokenMonth(today.date), { exact: true })).toBeVisible()
      const marked = page.locator('[aria-current=date]')
      await expect(marked).toHaveCount(1)
      await expect(marked).toHaveText(String(Number(today.date.slice(8))))
      await expect(dayCell(page, today.date)).toHaveAttribute('aria-selected', 'true')
      const yesterday = addDays(today.date, -1)
      if (yesterday.slice(0, 7) === today.date.slice(0, 7)) {
        await expect(dayCell(page, yesterday)).toBeDisabled()
      }
      await page.getByRole('button', { name: spokenTime('10:30'), exact: true }).click()
      await next(page)
      await expect(page.getByText(spokenDay(today.date))).toBeVisible()
      await expect(page.getByText('10:30 AM, Lagos time')).toBeVisible()
      await submit(page)

      await expect(heading(page, 'booked')).toBeVisible()
      await expect(page.getByText(`10:30 AM on ${spokenDay(today.date)}`)).toBeVisible()
      expect(await clinic.appointmentsOf(visitor)).toMatchObject([
        { starts_at: instantOf({ date: today.date, time: '10:30' }) },
      ])
    })
  })
}
