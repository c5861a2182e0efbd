import { expect, test } from '../clinic.ts'
import { alert, goToConfirmation, heading, submit } from '../wizard.ts'

test.use({ limits: true, expectedProblems: /status of 429/ })

test('a fourth open appointment of one person is refused in words, with everything kept', async ({
  page,
  clinic,
  visitor,
}) => {
  const slot = await clinic.freeSlot()
  for (const time of ['11:00', '11:30', '12:00'])
    await clinic.book({ ...slot, time }, { email: visitor.email })
  await goToConfirmation(page, visitor, slot)
  await submit(page)

  await expect(alert(page, 'There are already several open appointments')).toBeVisible()
  await expect(heading(page, 4)).toBeVisible()
  await expect(page.getByText(visitor.email)).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(3)
})
