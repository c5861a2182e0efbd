import { expect, test } from './clinic.ts'
import { goToConfirmation, heading, submit } from './wizard.ts'

test('Back leads to the step before with everything kept, and Forward to the one after; the same booking in two tabs is made once', async ({
  page,
  clinic,
  visitor,
  context,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await page.goBack()
  await expect(heading(page, 3)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await page.goForward()
  await expect(heading(page, 3)).toBeVisible()
  await page.goForward()
  await expect(heading(page, 4)).toBeVisible()

  const second = await context.newPage()
  await second.goto('/book-appointment')
  await expect(heading(second, 4)).toBeVisible()
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await expect(heading(second, 'booked')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)
})
