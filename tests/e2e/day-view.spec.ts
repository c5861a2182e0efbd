import type { Page } from '@playwright/test'
import clinicFacts from '../../clinic.config.ts'
import { addDays, weekdayOf } from '../../domain/clinic-time.ts'
import { expectAccessible } from './axe.ts'
import { addressOf } from './built-chunks.ts'
import type { Clinic } from './clinic.ts'
import { IN_MOTION } from './device.ts'
import { instantOf, type Slot, shortDay, spokenDay, spokenTime } from './labels.ts'
import { setClock } from './set-clock.ts'
import { expect, signIn, test } from './staff.ts'

test.use(IN_MOTION)

const doctors = clinicFacts.doctors.filter(({ location }) => location === 'fct')

const dayHeading = (page: Page, date: string) => page.getByRole('heading', { name: spokenDay(date) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** A visit in the calendar, by the patient's name. */
const block = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}, `) }) })
const gap = (page: Page, time: string, doctor: string) =>
  page.getByRole('button', { name: new RegExp(`^${time} on .*${doctor}.*new appointment$`) })

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
/** The printer's paper: the page leaves it to the printer. */
const A4 = { format: 'A4', preferCSSPageSize: true } as const

/** Two patients at one time in Abuja, and one in the afternoon in Lagos. */
async function bookThree(clinic: Pick<Clinic, 'book'>, slot: Slot) {
  await clinic.book(slot, { doctor_id: 'fct-okafor' })
  await clinic.book(slot, { doctor_id: 'fct-musa', surname: 'ngozi', other_names: 'BELLO' })
  const later = { date: slot.date, time: '16:30' }
  await clinic.book(later, { doctor_id: 'lag-balogun', location: 'lag', surname: 'Musa' })
}

test('a day to scale by doctor, the days around it and its week, all of it in the address', async ({
  page,
  clinic,
  staff,
}) => {
  const slot = await clinic.freeSlot()
  const { date } = slot
  await bookThree(clinic, slot)
  // Half an hour into the clinic's day: the device's clock is still on the day before.
  await setClock(page, instantOf({ date, time: '00:30' }))
  await signIn(page, await staff.colleague())
  await page.getByRole('link', { name: 'Day', exact: true }).click()

  const main = page.getByRole('main')
  await expect(dayHeading(page, date)).toBeVisible()
  await expect(main.getByText('2 appointments, 2 pending')).toBeVisible()
  const region = page.getByRole('region', { name: 'Abuja' })
  await expect(region.getByRole('heading', { level: 3 })).toHaveText(doctors.map(({ name }) => name))
  await expect(block(page, 'Chidi Eze')).toContainText('Pending')
  const label = `Chidi Eze, ${shortDay(date)}, ${spokenTime(slot.time)}, 30 minutes, Dr. Amaka Okafor, Pending`
  await expect(page.getByRole('button', { name: label })).toBeVisible()
  await expect(gap(page, spokenTime(slot.time), 'Danjuma')).toHaveCount(1)
  await expect(gap(page, spokenTime(slot.time), 'Okafor')).toHaveCount(0)

  // The grid scrolls, the page does not.
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
  // An hour is as high as two half-hours.
  const first = await block(page, 'Chidi Eze').boundingBox()
  expect(Math.round(first?.height ?? 0)).toBe(30)

  await page.getByRole('button', { name: label }).click()
  await expect(page).toHaveURL(/[?&]appointment=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\?view=day$/)

  await press(page, 'Next day')
  await expect(dayHeading(page, addDays(date, 1))).toBeVisible()
  // Both before the first day is rendered.
  await page.getByRole('button', { name: 'Previous day' }).evaluate((button: { click: () => void }) => {
    button.click()
    button.click()
  })
  await expect(page).toHaveURL(new RegExp(`\\?view=day&day=${addDays(date, -1)}$`))
  await press(page, 'Today')
  await expect(page).toHaveURL(/\/dashboard\?view=day$/)

  const sunday = addDays(date, 7 - weekdayOf(date))
  await press(page, 'Day')
  await expect(page.getByRole('gridcell', { selected: true })).toBeFocused()
  // The week of the calendar ends on Sunday.
  for (const key of ['End', 'Enter']) await page.keyboard.press(key)
  await expect(main.getByText('Abuja is closed on this day.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Monday' }).click()
  await expect(main.getByText('Abuja is closed on this day.')).toBeHidden()
  await page.reload()
  await expect(dayHeading(page, addDays(sunday, 1))).toBeVisible()

  await page.keyboard.press('t')
  await page.keyboard.press('w')
  await expect(page).toHaveURL(/\?view=week$/)
  await expect(block(page, 'Chidi Eze')).toBeVisible()
  await expect(page.getByText('Sunday, closed')).toBeVisible()
  await expectAccessible(page, 'week')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('New appointment')
})

test('all locations of today with the present time, in columns and as a list', async ({
  page,
  clinic,
  staff,
}) => {
  const slot = await clinic.freeSlot()
  await bookThree(clinic, slot)
  // Ten minutes into the appointments in Abuja.
  await setClock(page, instantOf(slot).getTime() + 10 * 60_000)
  await signIn(page, await staff.colleague(), '/dashboard?view=day')
  await page.getByLabel('Filter by location').selectOption('all')
  await expect(page).toHaveURL(/\?view=day&location=all$/)

  const main = page.getByRole('main')
  await expect(main.getByText('3 appointments, 3 pending')).toBeVisible()
  const abuja = page.getByRole('region', { name: 'Abuja' })
  await expect(abuja.locator('.present')).toHaveText('10:40 AM')
  await expect(page.getByRole('region', { name: 'Lagos' }).getByText('Musa Eze')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const patients = abuja.getByRole('list', { name: 'Abuja' }).getByRole('listitem')
  await expect(patients).toHaveCount(2)
  await expect(patients.first()).toContainText('Dr. Amaka Okafor')
  await expect(patients.first().getByRole('button', { name: /^Arrived: Chidi Eze/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Lagos' }).getByRole('listitem')).toContainText('4:30 PM')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await expectAccessible(page, 'day on a phone')
  const bar = await page.getByRole('button', { name: 'Previous day' }).boundingBox()
  const first = await page.getByRole('region', { name: 'Lagos' }).boundingBox()
  expect((first?.y ?? 999) - (bar?.y ?? 0)).toBeLessThan(170)

  await page.getByRole('link', { name: 'List', exact: true }).click()
  const card = await page
    .getByRole('list', { name: 'Booked Appointments' })
    .getByRole('listitem')
    .first()
    .boundingBox()
  expect(Math.floor((844 - (card?.y ?? 844)) / ((card?.height ?? 0) + 12))).toBeGreaterThanOrEqual(3)
})

test('a full day of a location is one page of paper, black on white, with nothing of the app', async ({
  page,
  clinic,
  staff,
  server,
}) => {
  const { date } = await clinic.freeSlot()
  const slots = (await clinic.freeDays(2, 14)).find((day) => day.date === date)?.slots ?? []
  const patient = {
    surname: 'Oluwaseun',
    other_names: 'Chukwuemeka-Okonkwo',
    phone_number: '0809 765 4321',
    description: 'Pain in the lower left when I bite on something cold or hard.',
  }
  await clinic.store(
    slots.flatMap((time) => doctors.map(({ id }) => ({ date, time, doctor_id: id, ...patient }))),
  )
  await clinic.book({ date, time: '10:30' }, { location: 'lag', surname: 'Musa' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
  await expect(page.getByText(`${slots.length * doctors.length} appointments`).first()).toBeVisible()
  await page.evaluate('window.print = () => { window.prints = (window.prints ?? 0) + 1 }')
  await press(page, 'Print')
  expect(await page.evaluate('window.prints')).toBe(1)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // A table for each doctor.
  const tables = page.getByRole('table')
  await expect(tables).toHaveCount(doctors.length)
  const visits = tables.locator('tbody').getByRole('row')
  await expect(visits).toHaveCount(slots.length * doctors.length)
  await expect(visits.first().getByRole('rowheader')).toHaveText(/^\d+:\d\d – \d+:\d\d [AP]M$/)
  await expect(visits.first()).toContainText('Oluwaseun Chukwuemeka-Okonkwo')
  await expect(visits.first()).toContainText('0809 765 4321')
  await expect(visits.first()).toContainText('Pending')
  await expect(page.getByRole('heading')).toHaveText([
    `Abuja, ${spokenDay(date)}`,
    ...doctors.map(({ name }) => name),
  ])
  await expect(page.getByText(/^Printed .*\(Lagos time\)$/)).toBeVisible()
  for (const role of ['banner', 'navigation', 'main', 'button'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  const colours = (what: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('[data-paper]')).${what}`)
  expect([await colours('color'), await colours('backgroundColor')]).toEqual([
    'rgb(0, 0, 0)',
    'rgb(255, 255, 255)',
  ])
  expect(pagesOf(await page.pdf(A4))).toBe(1)

  // With some fewer there is room for a second line.
  await server.database.pool.query(
    `UPDATE appointments SET status = 'cancelled' WHERE id IN
       (SELECT id FROM appointments WHERE location = 'fct' ORDER BY starts_at DESC OFFSET 20)`,
  )
  await page.reload()
  await expect(visits).toHaveCount(20)
  const twoLines = await visits.first().getByRole('cell').nth(2).boundingBox()
  expect(twoLines?.height).toBeGreaterThan(20)
  expect(pagesOf(await page.pdf(A4))).toBe(1)

  await page.goto(`/dashboard?view=day&location=all&day=${date}`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2)
  // In the large type of a short sheet too.
  const times = page.getByRole('rowheader')
  expect(
    await times.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth)),
  ).toEqual([])
  expect(pagesOf(await page.pdf(A4))).toBe(2)
})

test.describe('when the server is away', () => {
  test.use({ expectedProblems: /status of 503|ERR_FAILED/ })

  test('a view that could not be fetched says so in its place and comes at the next try, as does a day that cannot be had', async ({
    page,
    clinic,
    staff,
  }) => {
    const slot = await clinic.freeSlot()
    await clinic.book(slot)
    const chunk = `**${await addressOf('src/features/book/calendar/calendar-view.tsx')}`
    // Before the page is there, which prefetches its other views when it has nothing else to do.
    await page.route(chunk, (route) => route.abort())
    await page.route('**/api/appointments/fct?*', (route) => route.fulfill({ status: 503, body: '' }))
    await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${slot.date}`)
    // In its place, and not as the message that passes.
    const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
    await expect(alert).toContainText("couldn't load")
    await page.unroute(chunk)
    await press(page, 'Try again')
    await expect(page.getByRole('button', { name: 'Next day' })).toBeVisible()

    await expect(alert).toContainText('Failed to fetch appointments')
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
    const askedAgain = page.waitForRequest('**/api/appointments/fct?*')
    await press(page, 'Try again')
    await askedAgain
    await expect(alert).toContainText('Failed to fetch appointments')
    await page.unroute('**/api/appointments/fct?*')
    // By a press, or by itself if the page notices first that the server is back.
    await press(page, 'Try again').catch(() => {})
    await expect(block(page, 'Chidi Eze')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
