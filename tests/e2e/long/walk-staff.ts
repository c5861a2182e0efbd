import { expect, type Page } from '@playwright/test'
import type { Clinic } from '../clinic.ts'
import type { Look } from './walk-patients.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

const HAS_FOCUS = `!!document.activeElement.closest('[role=dialog], [role=menu], [role=presentation], aside')`

/** Closes what lies over the page. A look at a narrow window may have made it anew, without the focus for a moment. */
async function close(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(HAS_FOCUS)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** The appointments: list, day, menu, details, the question before a cancellation. */
export async function walkAppointments(page: Page, clinic: Clinic, look: Look): Promise<void> {
  const slot = await clinic.freeSlot()
  await clinic.book(slot, { description: 'A filling came out.' })
  await page.goto('/dashboard')
  const more = page.getByRole('button', { name: /^More for Chidi Eze/ })
  await expect(more).toBeVisible()
  await look('appointments')
  await more.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await look('menu of an appointment')
  await page.getByRole('menuitem', { name: /^Cancel/ }).click()
  await expect(dialog(page)).toBeVisible()
  await look('cancelling')
  await close(page)
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(dialog(page)).toContainText('A filling came out.')
  await look('details')
  await close(page)
  await page.goto(`/dashboard?view=day&day=${slot.date}`)
  await expect(page.getByRole('main').getByText('Chidi Eze').first()).toBeVisible()
  await look('day')
  await page.goto('/dashboard?status=confirmed&location=lag')
  await expect(page.getByText('No confirmed appointments')).toBeVisible()
  await look('no appointments')
}

/** The bars around every page. */
export async function walkBars(page: Page, look: Look): Promise<void> {
  await page.goto('/profile')
  for (const name of [/your account$/, /^Notifications/, 'Apps']) {
    await press(page, name)
    await look(`menu: ${name}`)
    await close(page)
  }
  await press(page, 'Settings')
  await expect(page.getByRole('button', { name: 'Close settings' })).toBeVisible()
  await look('settings')
  await close(page)
}

/** Blockers: none, the form of each type with its errors, the holidays, the list, deleting. */
export async function walkBlockers(page: Page, look: Look): Promise<void> {
  const save = () => press(page, 'Save')
  await page.goto('/config')
  await expect(page.getByText('No blockers here yet.')).toBeVisible()
  await look('no blockers')
  await press(page, 'Add Blocker')
  await save()
  await expect(dialog(page).getByText('Please fill in this field.').first()).toBeVisible()
  await look('a blocker without a type')
  await dialog(page).getByLabel('Description').fill('Stocktaking')
  for (const type of ['One Time', 'Daily', 'Weekly', 'Monthly', 'Yearly']) {
    await dialog(page).getByLabel('Type').selectOption(type)
    await save()
    await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
    await look(`a blocker of type ${type}`)
  }
  await dialog(page).getByLabel('Type').selectOption('Weekly')
  await dialog(page).getByLabel('Sunday').check()
  await save()
  await expect(dialog(page)).toHaveCount(0)
  await look('blockers')
  await press(page, 'Delete Stocktaking')
  await look('deleting a blocker')
  await close(page)
  await press(page, /^Add public holidays/)
  await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
  await look('holidays')
  await close(page)
}

/** The pages about people, each with its dialogs. */
export async function walkPeople(page: Page, look: Look): Promise<void> {
  await page.goto('/profile')
  await page.getByLabel('Surname').fill('')
  await page.getByLabel('Username').fill('?')
  const forms = page.locator('main form')
  await forms.first().locator('[type=submit]').click()
  await expect(forms.first().locator('[aria-invalid=true]').first()).toBeVisible()
  await forms.last().locator('[type=submit]').click()
  await expect(forms.last().locator('[aria-invalid=true]').first()).toBeVisible()
  await look('profile')
  await page.goto('/staff')
  await expect(page.getByRole('button', { name: /^Disable / }).first()).toBeVisible()
  await look('staff')
  await page
    .getByRole('button', { name: /^Disable / })
    .first()
    .click()
  await expect(dialog(page)).toBeVisible()
  await look('disabling a colleague')
  await close(page)
  await press(page, 'Invite')
  await press(page, 'Send invitation')
  await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
  await look('inviting')
  await close(page)
  await page.goto('/patients?view=import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'patients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('clinic_id,first_name,last_name,phone\nENM-00001,Ad4,Obi,0803 123 4567\n'),
  })
  await press(page, 'Check only')
  await expect(page.getByRole('heading', { name: 'File checked' })).toBeVisible()
  await look('patients')
}

/** The pages about devices and what joins the clinic to other programs, each with its dialogs, and the overview. */
export async function walkPrograms(page: Page, look: Look): Promise<void> {
  await page.goto('/devices')
  await press(page, 'Use this device as a reception tablet')
  await press(page, 'Use as a tablet')
  await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
  await look('a tablet to set up')
  await close(page)
  await look('devices')
  await page.goto('/webhooks')
  await press(page, 'Add a webhook')
  await press(page, 'Add')
  await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
  await look('adding a webhook')
  await dialog(page).getByRole('textbox').fill('http://127.0.0.1:9/')
  await press(page, 'Add')
  await expect(dialog(page).locator('input[readonly]')).toHaveValue(/^whsec_/)
  await look('the secret of a webhook')
  await press(page, 'Done')
  await press(page, 'Send a test')
  await expect(page.getByText('Not delivered').first()).toBeVisible()
  await press(page, 'Turn off')
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await look('webhooks')
  await page.goto('/feeds')
  await expect(page.getByRole('button', { name: 'Create a feed' })).toBeVisible()
  await look('calendar feeds')
  await page.goto('/api-keys')
  await expect(page.getByRole('button', { name: 'Create a key' })).toBeVisible()
  await look('API keys')
  await page.goto('/overview')
  await expect(page.getByRole('heading', { name: 'Busiest hours' })).toBeVisible()
  await look('the overview')
}
