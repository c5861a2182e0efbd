import { storeRegistered } from '../support/registered-patient.ts'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './staff.ts'

test('the desk finds a patient by keys alone, corrects the record and notes something', async ({
  page,
  server,
  staff,
}) => {
  const { pool } = server.database
  const { id } = await storeRegistered(pool, {
    clinicId: 'PF/2101',
    rawId: 'PF/2101',
    firstName: 'zainab',
    lastName: 'bello',
    email: 'bello@example.com',
    phone: '+2348030000201',
  })
  await storeRegistered(pool, { clinicId: 'PF/2102', firstName: 'yusuf', lastName: 'bello' })
  await signIn(page, await staff.colleague())
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await expect(page.getByText('Type at least 2 characters.')).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search for patients' })).toBeFocused()
  await page.keyboard.type('bello z')
  await expect(page.getByRole('option')).toHaveText([/Zainab Bello \(PF\/2101\)/])
  await page.keyboard.press('ArrowDown')
  const name = page.getByRole('heading', { name: 'Zainab Bello (PF/2101)' })
  await expect(name).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`\\?patient=${id}$`))
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await expectAccessible(page, 'a record')

  await page.getByRole('button', { name: 'Correct' }).click()
  await page.getByLabel('Phone Number').fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/^Please enter a phone number/)
  await page.getByLabel('Phone Number').fill('0803 000 0999')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: '0803 000 0999' })).toBeVisible()
  await expect(page.getByText(/^One-time codes go to the corrected contact from/)).toBeVisible()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Note for colleagues').fill('Hard of hearing: send SMS.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Hard of hearing: send SMS.')).toBeVisible()
  const { rows } = await pool.query('SELECT phone, phone_e164 FROM patients WHERE id = $1', [id])
  expect(rows).toEqual([{ phone: '0803 000 0999', phone_e164: '+2348030000201' }])
})
