import type { Page } from '@playwright/test'
import { storeRegistered } from '../support/registered-patient.ts'
import { IN_MOTION } from './device.ts'
import { type Colleague, expect, refused, signIn, test, typeSignIn } from './staff.ts'

test.use({ ...IN_MOTION, expectedProblems: refused(401) })

/** What anybody who comes to this browser could find. */
const onDevice = (page: Page) =>
  page.evaluate<string>(
    `(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href,
      (await indexedDB.databases()).map(({ name }) => name)]))()`,
  )

async function comesBack(page: Page, { username, password }: Colleague) {
  await expect(page.getByLabel('Username')).toBeVisible()
  await typeSignIn(page, username, password)
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'New appointment' })
const fill = async (page: Page) => {
  await page.locator('[aria-keyshortcuts=n]').click()
  await panel(page).getByLabel('Phone or name').fill('Ngozi Bello')
  await panel(page).getByRole('listbox', { name: 'Patients found' }).getByRole('option').last().click()
  await panel(page).getByLabel('Phone number').fill('0803 555 0199')
}

test('a session that ends under a half-filled appointment gives it back to the same person alone', async ({
  page,
  clinic,
  staff,
}) => {
  const { date } = await clinic.freeSlot()
  const [ada, bola] = [await staff.colleague(), await staff.colleague()]
  await signIn(page, ada, `/dashboard?view=day&day=${date}`)
  await fill(page)
  await panel(page).getByRole('radio', { name: 'Front desk' }).check({ force: true })
  await staff.endAndTellSessionsOf(ada)
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await onDevice(page)).not.toMatch(/Ngozi|0199/)
  // A wrong password ends nothing.
  await typeSignIn(page, ada.username, 'not the one of Ada')
  await expect(page.getByText('Incorrect username or password.').first()).toBeVisible()
  await comesBack(page, ada)
  await expect(panel(page).getByLabel('First name')).toHaveValue('Ngozi')
  await expect(panel(page).getByLabel('Last name')).toHaveValue('Bello')
  await expect(panel(page).getByLabel('Phone number')).toHaveValue('0803 555 0199')
  await expect(panel(page).getByRole('radio', { name: 'Front desk' })).toBeChecked()
  expect(await onDevice(page)).not.toMatch(/Ngozi|0199/)

  await staff.endAndTellSessionsOf(ada)
  await comesBack(page, bola)
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByText('Ngozi')).toHaveCount(0)
})

test('a note, a correction and a blocker come back on the page where they were begun', async ({
  page,
  server,
  staff,
}) => {
  const { id } = await storeRegistered(server.database.pool, { firstName: 'ngozi', lastName: 'bello' })
  const ada = await staff.colleague()
  await signIn(page, ada, `/patients?patient=${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Phone Number').fill('0803 000 0999')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const note = page.getByLabel('Note for colleagues')
  await note.fill('Afraid of needles')
  await staff.endAndTellSessionsOf(ada)
  await comesBack(page, ada)
  await expect(note).toHaveValue('Afraid of needles')
  await expect(page.getByLabel('Phone Number')).toHaveValue('0803 000 0999')
  await expect(page).toHaveURL(`/patients?patient=${id}`)

  await page.goto('/config')
  // An empty list offers it once more.
  await page.getByRole('button', { name: 'Add Blocker' }).first().click()
  const description = page.getByRole('dialog').getByLabel(/Description/)
  await description.fill('The lift is repaired')
  await staff.endAndTellSessionsOf(ada)
  await comesBack(page, ada)
  await expect(description).toHaveValue('The lift is repaired')
})
