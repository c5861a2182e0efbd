import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './staff.ts'

test('a manager makes a calendar feed, copies its address, and revokes it', async ({
  page,
  staff,
  request,
}) => {
  await signIn(page, await staff.colleague('manager'))
  await page.getByRole('button', { name: /your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Calendar feeds' }).click()
  await expect(page.getByText('No calendar feeds yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create a feed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Doctor', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Create feed' }).click()
  await expect(dialog.getByText('Please fill in this field.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Doctor' }).selectOption('Dr. Ibrahim Musa')
  await dialog.getByLabel('Names').check()
  await expect(dialog.getByText(/^Anyone with the address can read the patients' names/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create feed' }).click()

  const line = dialog.getByRole('textbox', { name: 'Address' })
  await expect(line).toBeFocused()
  const address = await line.inputValue()
  expect(address).toMatch(/^http:\/\/[^/]+\/calendar\/[\w-]{43}\.ics$/)
  await expectAccessible(page, 'the address of a feed')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByText('Address copied.')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row').filter({ hasText: 'Dr. Ibrahim Musa' })
  await expect(row).toContainText('Never')
  const answer = await request.get(address)
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')])
  await row.getByRole('button', { name: 'Revoke the feed for Dr. Ibrahim Musa' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No calendar feeds yet.')).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)
})
