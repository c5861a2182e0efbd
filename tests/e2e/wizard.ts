import { expect, type Locator, type Page } from '@playwright/test'
import { emptyForm } from '../../src/features/booking/state/booking-form.ts'
import type { Visitor } from './clinic.ts'
import { offerEmptyPage } from './empty-page.ts'
import { type Slot, spokenDay, spokenMonth, spokenTime } from './labels.ts'

/** The headings by which a visitor knows which step this is. */
export const HEADINGS = {
  1: 'Have you registered with the clinic?',
  2: 'Personal Information',
  3: 'Booking Details',
  4: 'Confirm Detail',
  booked: 'Appointment Booked!',
} as const

export const heading = (page: Page, step: keyof typeof HEADINGS) =>
  page.getByRole('heading', { name: HEADINGS[step] })

/** The header's button of a step; on step 2 a link leads back to the first. */
export function stepButton(page: Page, name: string): Locator {
  const steps = page.getByRole('navigation', { name: 'Steps' })
  return steps.getByRole('button', { name }).or(steps.getByRole('link', { name }))
}

/** Leads from step 1 to step 2. */
export const noLink = (page: Page, name = 'No') => page.getByRole('link', { name, exact: true })

/** A message that is announced, as a toast is. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

export async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Opens the page and says that one is not registered. */
export async function startAsVisitor(page: Page): Promise<void> {
  await page.goto('/book-appointment')
  await noLink(page).click()
  await expect(heading(page, 2)).toBeVisible()
}

/** Fills the required fields of step 2. @param fill how; not given: each at once */
export async function fillPersonal(page: Page, visitor: Visitor, fill = fillAtOnce): Promise<void> {
  await fill(page.getByLabel('First Name'), visitor.firstName)
  await fill(page.getByLabel('Last Name'), visitor.lastName)
  await fill(page.getByLabel('Email'), visitor.email)
  await fill(page.getByLabel('Phone Number'), visitor.phone)
}

export type Fill = (field: Locator, text: string) => Promise<void>

export const fillAtOnce: Fill = (field, text) => field.fill(text)

/** The calendar's day, which is named 'Monday, 4 March, 7 times free'. */
export const dayCell = (page: Page, date: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${spokenDay(date).replace(/ \d+$/, '')}, `) })

/** The days of the strip. */
export const dayTiles = (page: Page) => page.getByRole('radio', { name: /\d times? free$/ })

/** A day of the strip, which has the same name. */
export const dayTile = (page: Page, date: string) =>
  page.getByRole('radio', { name: new RegExp(`^${spokenDay(date).replace(/ \d+$/, '')}, `) })

/** Chooses a day among the next ones, else in the month, then its time. */
export async function chooseSlot(page: Page, slot: Slot): Promise<void> {
  await expect(dayTiles(page).first().or(page.getByRole('grid'))).toBeVisible()
  const tile = dayTile(page, slot.date)
  if (await tile.count()) {
    await tile.check()
    await page.getByRole('button', { name: spokenTime(slot.time), exact: true }).click()
  } else {
    await chooseInMonth(page, slot)
  }
}

/** The month in place of the next days. */
export async function openMonth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Month', exact: true, pressed: false }).click()
  await expect(page.getByRole('grid')).toBeVisible()
}

/** Opens the month, turns it to a slot's day, then chooses day and time. */
export async function chooseInMonth(page: Page, { date, time }: Slot): Promise<void> {
  if (!(await page.getByRole('grid').isVisible())) await openMonth(page)
  const month = page.getByText(spokenMonth(date), { exact: true })
  if (!(await month.isVisible())) await page.getByRole('button', { name: 'Next month' }).click()
  await expect(month).toBeVisible()
  await dayCell(page, date).click()
  await page.getByRole('button', { name: spokenTime(time), exact: true }).click()
}

/** Goes from the first step to 'Confirm Detail' with the least that a booking needs. */
export async function goToConfirmation(page: Page, visitor: Visitor, slot: Slot, fill?: Fill): Promise<void> {
  await startAsVisitor(page)
  await fillPersonal(page, visitor, fill)
  await next(page)
  await page.getByLabel('Consultation', { exact: true }).check()
  await chooseSlot(page, slot)
  await next(page)
  await expect(heading(page, 4)).toBeVisible()
}

/** Opens 'Confirm Detail' with a draft, as after a reload there: for tests of what comes after the steps before it. */
export async function openConfirmation(page: Page, visitor: Visitor, slot: Slot): Promise<void> {
  const { phone, ...person } = visitor
  const form = {
    ...emptyForm('fct'),
    ...person,
    ...slot,
    phoneNumber: phone,
    appointmentType: 'consultation',
  }
  const draft = { savedAt: Date.now(), step: 4, reached: 4, form, attempt: null }
  await offerEmptyPage(page)
  await page.goto('/empty')
  await page.unroute('**/empty')
  await page.evaluate((text) => localStorage.setItem('bookingDraft', text), JSON.stringify(draft))
  await page.goto('/book-appointment')
  await expect(heading(page, 4)).toBeVisible()
}
