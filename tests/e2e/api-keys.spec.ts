import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './staff.ts'

test('an admin makes a key, which is shown once and reads what it names, and revokes it', async ({
  page,
  staff,
  request,
}) => {
  await signIn(page, await staff.colleague('admin'))
  await page.getByRole('button', { name: /your account$/ }).click()
  await page.getByRole('menuitem', { name: 'API keys' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Practice software')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please fill in this field.')).toBeVisible()
  await dialog.getByLabel('FHIR: appointments and free times, without names').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const line = dialog.getByRole('textbox', { name: 'Key' })
  await expect(line).toBeFocused()
  const key = await line.inputValue()
  expect(key).toMatch(/^enamel_[\w-]{43}$/)
  await expectAccessible(page, 'a key that was made')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row').filter({ hasText: 'Practice software' })
  await expect(row).toContainText('Active')
  await expectAccessible(page, 'the keys')
  const ask = async () =>
    (await request.get('/api/fhir/Location', { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await ask()).toBe(200)
  await row.getByRole('button', { name: 'Revoke Practice software' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  expect(await ask()).toBe(401)
})
