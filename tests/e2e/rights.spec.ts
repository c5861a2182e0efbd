import type { Page } from '@playwright/test'
import clinicFacts from '../../clinic.config.ts'
import { expectAccessible } from './axe.ts'
import type { Clinic } from './clinic.ts'
import { expect, refused, signIn, test } from './staff.ts'

/** One appointment in each town, and a second doctor's in Abuja: 'Lagos Obi', 'Abuja Obi', 'Musa Obi'. */
async function bookInTowns(clinic: Clinic) {
  const slot = await clinic.freeSlot()
  const other_names = 'Obi'
  await clinic.book(slot, { surname: 'Lagos', other_names, location: 'lag' })
  await clinic.book(slot, { surname: 'Abuja', other_names, doctor_id: 'fct-okafor' })
  await clinic.book(slot, { surname: 'Musa', other_names, doctor_id: 'fct-musa' })
  return slot
}

const row = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name })
const menu = (page: Page) => page.getByRole('navigation').first()

test.describe('a receptionist', () => {
  test.use({ expectedProblems: refused(403) })

  test('sees and confirms what is booked at the own desk, and at another one once moved there', async ({
    page,
    clinic,
    staff,
    server,
  }) => {
    await bookInTowns(clinic)
    const eze = await staff.colleague('reception')
    await signIn(page, eze)
    await expect(row(page, 'Abuja Obi')).toBeVisible()
    await expect(row(page, 'Musa Obi')).toBeVisible()
    await expect(row(page, 'Lagos Obi')).toHaveCount(0)
    // With one location there is nothing to choose, and a desk exports nothing.
    await expect(page.getByLabel('Location')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
    await expectAccessible(page, 'a list of one location')

    await row(page, 'Abuja Obi').hover()
    await page.getByRole('button', { name: /^Confirm Abuja Obi/ }).click()
    await expect(row(page, 'Abuja Obi').getByText('Closed')).toBeVisible()

    await menu(page).getByRole('link', { name: 'Config' }).click()
    await expect(page.getByRole('heading', { name: 'Appointment Blockers' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Blocker' })).toHaveCount(0)

    // What an admin's change does: the next call is refused, and the page asks again who it is.
    await menu(page).getByRole('link', { name: 'Booked' }).click()
    await expect(row(page, 'Abuja Obi')).toBeVisible()
    await server.database.pool.query(
      `UPDATE staff SET locations = '{lag}', rights_version = rights_version + 1 WHERE id = $1`,
      [eze.id],
    )
    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending')
    await expect(row(page, 'Lagos Obi')).toBeVisible()
    await expect(row(page, 'Abuja Obi')).toHaveCount(0)
  })
})

test('a manager chooses among the own locations, and gives a colleague part of them', async ({
  page,
  clinic,
  staff,
}) => {
  await bookInTowns(clinic)
  await signIn(page, await staff.colleague('manager', null, { locations: ['fct', 'lag'] }))
  const location = page.getByRole('combobox', { name: 'Location' })
  await expect(location.getByRole('option')).toHaveText(['Lagos', 'Abuja', 'All'])
  await expect(location).toHaveValue('fct')
  await location.selectOption('all')
  await expect(row(page, 'Lagos Obi')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()

  const colleague = await staff.colleague('reception', 'fct')
  await page.goto('/staff')
  await page
    .getByRole('row')
    .filter({ hasText: colleague.username })
    .getByRole('button', { name: /^Edit .+'s access$/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Type').getByRole('option')).toHaveText(['Staff', 'Doctor', 'Reception'])
  await dialog.getByLabel('Type').selectOption('doctor')
  await expect(dialog.getByText('Sees only one doctor')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please choose a doctor.')).toBeVisible()
  await expectAccessible(page, 'what a colleague may')
  const [doctor] = clinicFacts.doctors.filter((each) => each.location === 'fct')
  await dialog
    .getByLabel('Doctor')
    .last()
    .selectOption(doctor?.id ?? '')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('row').filter({ hasText: colleague.username }).getByText('Doctor'),
  ).toBeVisible()
})

test('a doctor sees the own column alone, and changes nothing there', async ({ page, clinic, staff }) => {
  const { date } = await bookInTowns(clinic)
  await signIn(page, await staff.colleague('doctor', 'fct', { doctorId: 'fct-musa' }))
  await expect(row(page, 'Musa Obi')).toBeVisible()
  await expect(row(page, 'Abuja Obi')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await expect(page.getByLabel('Filter by day')).toBeVisible()
  await expect(page.getByLabel('Doctor')).toHaveCount(0)

  await page.goto(`/dashboard?view=day&day=${date}`)
  await expect(page.getByRole('button', { name: /^Musa Obi, / })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Dr\. /, level: 3 })).toHaveText(['Dr. Ibrahim Musa'])
  await page.goto(`/dashboard?view=week&day=${date}`)
  await expect(page.getByRole('button', { name: /^Musa Obi, / })).toBeVisible()
  await expect(page.getByLabel('Doctor')).toHaveCount(0)
  await expect(page.getByText(/Okafor|Danjuma/)).toHaveCount(0)
  await expect(page.locator('[title*="Okafor"], [title*="Danjuma"]')).toHaveCount(0)
})

test('a doctor of two towns sees a column in the one, and a sentence in the other', async ({
  page,
  clinic,
  staff,
}) => {
  const { date } = await clinic.freeSlot()
  const doctor = await staff.colleague('doctor', null, { locations: ['fct', 'lag'], doctorId: 'fct-musa' })
  await signIn(page, doctor, `/dashboard?view=day&day=${date}&location=all`)
  const columns = page.getByRole('heading', { name: /^Dr\. /, level: 3 })
  for (const view of ['day', 'week']) {
    await page.goto(`/dashboard?view=${view}&day=${date}&location=all`)
    await expect(page.getByText('No doctors to show in Lagos.')).toBeVisible()
    await expect(page.getByText(/Balogun|Adeyemi|Okafor/)).toHaveCount(0)
    if (view === 'day') await expect(columns).toHaveText(['Dr. Ibrahim Musa'])
  }
})

test('an account that a right shows nothing to says what it needs, in place of an empty clinic', async ({
  page,
  clinic: _,
  staff,
}) => {
  // As a server says it that knows of no doctor.
  await page.route('**/api/auth/session', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...rest, data: { ...data, user: { ...data.user, doctorId: null } } },
    })
  })
  await signIn(page, await staff.colleague('doctor', 'fct', { doctorId: 'fct-musa' }), '/dashboard?view=day')
  const main = page.getByRole('main')
  await expect(main.getByText("Your account isn't linked to a doctor yet", { exact: false })).toBeVisible()
  await expect(main.getByText(/free|Dr\./)).toHaveCount(0)
  await page.goto('/patients')
  await expect(main.getByText("Your account isn't linked to a doctor yet", { exact: false })).toBeVisible()
})
