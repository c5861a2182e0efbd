import { expectAccessible } from './axe.ts'
import { expect, test } from './clinic.ts'
import { chooseSlot, fillPersonal, heading, next, submit } from './wizard.ts'

// With errors, in each language and at each width: long/accessibility-matrix.spec.ts.
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
