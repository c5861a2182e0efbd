import { expect, signIn, test } from './staff.ts'

test('an admin sees who has read whose appointment, and saves it as a file', async ({
  page,
  staff,
  clinic,
  visitor,
}) => {
  await clinic.book(await clinic.freeSlot(), { surname: visitor.firstName, email: visitor.email })
  const [booked] = await clinic.appointmentsOf(visitor)
  const reference = booked?.reference ?? ''
  await signIn(page, await staff.colleague())
  await expect(page.getByText(reference).first()).toBeVisible()

  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Audit trail' }).click()
  const entries = page.getByRole('table', { name: 'Audit trail' })
  await expect(entries.getByText('Viewed a list of appointments').first()).toBeVisible()
  await page.getByLabel('Reference or ID').fill(reference)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(`/audit?about=${reference}`)
  await expect(entries.getByText('Viewed a list of appointments').first()).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)

  await page.getByLabel('Kind').selectOption('Blockers')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/audit')
  await expect(entries.getByText('Exported the audit trail').first()).toBeVisible()
})
