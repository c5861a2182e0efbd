import { expect, test } from './clinic.ts'
import { fillPersonal, goToConfirmation, heading, next, startAsVisitor, submit } from './wizard.ts'

test('Back leads to the step before with everything kept, and Forward to the one after', async ({
  page,
  clinic,
  visitor,
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
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
})

test('Back works after a reload, and Forward past an empty step does not', async ({ page, visitor }) => {
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await next(page)
  await expect(heading(page, 3)).toBeVisible()
  await page.reload()
  await expect(heading(page, 3)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 2)).toBeVisible()
  await page.getByLabel('Last Name').fill('')
  await page.goForward()
  await expect(page.getByText('Please fill in this field.')).toBeVisible()
  await expect(heading(page, 2)).toBeVisible()
})
