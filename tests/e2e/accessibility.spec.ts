import { expectAccessible } from './axe.ts'
import { expect, test } from './clinic.ts'
import { alert, chooseSlot, dayTiles, fillPersonal, heading, next, startAsVisitor, submit } from './wizard.ts'

test('every step is accessible, light and dark', async ({ page, clinic, visitor }) => {
  const slot = await clinic.freeSlot()
  await page.goto('/book-appointment')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('button', { name: 'Continue as a visitor' })).toBeVisible()
  await expectAccessible(page, 'step 1')

  await page.getByRole('button', { name: 'No', exact: true }).click()
  await fillPersonal(page, visitor)
  await expectAccessible(page, 'step 2')

  await next(page)
  await page.getByLabel('Consultation', { exact: true }).check()
  await chooseSlot(page, slot)
  await expectAccessible(page, 'step 3')

  await next(page)
  await expect(heading(page, 4)).toBeVisible()
  await expectAccessible(page, 'step 4')

  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await expectAccessible(page, 'booked')
})

test.describe('errors', () => {
  test.use({ expectedProblems: /status of 409/ })

  test('are accessible too, light and dark', async ({ page, clinic, visitor }) => {
    const slot = await clinic.freeSlot()
    await startAsVisitor(page)
    await next(page)
    await expect(alert(page, 'Please fill all required fields!')).toBeVisible()
    await expectAccessible(page, 'step 2 with errors')

    await fillPersonal(page, visitor)
    await next(page)
    await expect(dayTiles(page).first()).toBeChecked()
    await next(page)
    await expect(page.getByText('Please choose a time.')).toBeVisible()
    await expectAccessible(page, 'step 3 with errors')

    await page.getByLabel('Consultation', { exact: true }).check()
    await chooseSlot(page, slot)
    await next(page)
    await expect(heading(page, 4)).toBeVisible()
    await clinic.takeSlot(slot)
    await submit(page)
    await expect(page.getByText('has just been taken').first()).toBeVisible()
    await expect(page.getByText('These are the nearest free times:')).toBeVisible()
    await expectAccessible(page, 'a lost race')
  })
})
