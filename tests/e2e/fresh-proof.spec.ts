import { storeRegistered } from '../support/registered-patient.ts'
import { expect, refused, signIn, test } from './staff.ts'

test.use({ expectedProblems: refused(400, 403) })

test('an invitation and a corrected contact ask for the password, keep what was typed, and go on with it', async ({
  page,
  staff,
  server,
}) => {
  const { pool } = server.database
  const ada = await staff.colleague()
  await signIn(page, ada, '/staff')
  await pool.query('UPDATE sessions SET proven_at = NULL WHERE staff_id = $1', [ada.id])
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invite = page.getByRole('dialog', { name: 'Invite a colleague' })
  await invite.getByLabel('Email').fill('eve@example.com')
  await invite.getByLabel('Other names').fill('Eve')
  await invite.getByLabel('Surname').fill('Eze')
  await invite.getByRole('button', { name: 'Send invitation' }).click()

  const proof = page.getByRole('dialog', { name: "Please verify it's you" })
  await proof.getByLabel('Current password').fill('not the one of Ada')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText("That's not your current password.")).toBeVisible()
  await proof.getByLabel('Current password').fill(ada.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof).toBeHidden()
  await expect(invite).toBeHidden()
  await expect(page.getByText('Invitation sent to eve@example.com.').first()).toBeVisible()

  // A corrected contact keeps what was typed, and is saved after it.
  await storeRegistered(pool, { clinicId: 'PF/2101', email: 'bello@example.com' })
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await pool.query('UPDATE sessions SET proven_at = NULL WHERE staff_id = $1', [ada.id])
  await page.getByRole('combobox', { name: 'Search for patients' }).fill('PF/2101')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Phone Number').fill('0803 000 0999')
  await page.getByRole('button', { name: 'Save' }).click()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('0803 000 0999')
  await page.getByRole('button', { name: 'Save' }).click()
  await proof.getByLabel('Current password').fill(ada.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('link', { name: '0803 000 0999' })).toBeVisible()
})

test('staff see where they are signed in, and end one of it', async ({ page, context, staff, server }) => {
  const ada = await staff.colleague('staff')
  const elsewhere = await context.newPage()
  await signIn(elsewhere, ada, '/profile')
  await signIn(page, ada, '/profile')
  await server.database.pool.query('UPDATE sessions SET proven_at = NULL WHERE staff_id = $1', [ada.id])
  const lines = page.getByRole('listitem').filter({ hasText: 'Last used' })
  await expect(lines).toHaveCount(2)
  await expect(lines.filter({ hasText: 'This browser' })).toHaveCount(1)
  await lines.getByRole('button', { name: /^Sign out of/ }).click()
  const proof = page.getByRole('dialog', { name: "Please verify it's you" })
  await proof.getByLabel('Current password').fill(ada.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(lines).toHaveCount(1)
  expect(await staff.sessionsOf(ada)).toBe(1)
})
