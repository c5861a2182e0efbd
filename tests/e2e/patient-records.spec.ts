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
  await expect(page.getByText('No patients today. Type at least 2 characters to search.')).toBeVisible()

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

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Phone Number').fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/^Please enter a phone number/)
  await page.getByLabel('Phone Number').fill('0803 000 0999')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: '0803 000 0999' })).toBeVisible()
  await expect(page.getByText(/^One-time codes go to the new contact from/)).toBeVisible()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Note for colleagues').fill('Hard of hearing: send SMS.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Hard of hearing: send SMS.')).toBeVisible()
  const { rows } = await pool.query('SELECT phone, phone_e164 FROM patients WHERE id = $1', [id])
  expect(rows).toEqual([{ phone: '0803 000 0999', phone_e164: '+2348030000999' }])
})

test('records are compared, joined and parted by hand, and a new appointment begins with the patient chosen', async ({
  page,
  server,
  staff,
  clinic,
}) => {
  const { pool } = server.database
  const slot = await clinic.freeSlot()
  await clinic.book(slot, { surname: 'Zainab', other_names: 'Belo', email: 'bello@example.com' })
  const { id } = await storeRegistered(pool, {
    clinicId: 'PF/2101',
    rawId: 'PF/2101',
    firstName: 'zainab',
    lastName: 'bello',
    email: 'bello@example.com',
    phone: '+2348030000201',
  })
  // Booked for some later day, and moved to today by hand, whatever time it is.
  await pool.query(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
       starts_at, ends_at, status)
     SELECT gen_random_uuid(), 'PQEY33J3', $1, 'fct-musa', true, 'fct', 'Deep Cleaning', 'consultation',
       date_trunc('day', now() AT TIME ZONE 'Africa/Lagos') AT TIME ZONE 'Africa/Lagos' + interval '11 hours',
       date_trunc('day', now() AT TIME ZONE 'Africa/Lagos') AT TIME ZONE 'Africa/Lagos' + interval '11 hours 30 minutes',
       'confirmed'`,
    [id],
  )
  await signIn(page, await staff.colleague(), '/patients')
  const patients = page.getByRole('listbox', { name: "Today's patients" })
  await expect(patients.getByRole('option')).toHaveText([/^Zainab Bello \(PF\/2101\).*Today, 11:00 AM$/])
  await expectAccessible(page, 'today')
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  const record = page.getByRole('article', { name: 'Zainab Bello (PF/2101)' })
  await expect(record.getByRole('link', { name: /Deep Cleaning/ })).toHaveAttribute(
    'href',
    /view=day&day=\d{4}-\d\d-\d\d&location=fct&appointment=/,
  )

  // Joined after a look at both, and taken back.
  await record.getByRole('button', { name: 'Compare…' }).press('Enter')
  const compare = page.getByRole('dialog', { name: 'Compare two records' })
  await expect(compare.getByRole('row', { name: /^Email/ })).toHaveText(
    'Emailbello@example.combello@example.com',
  )
  await expect(compare.getByRole('row', { name: /^Name/ })).toContainText('differs')
  await expectAccessible(page, 'two records')
  await compare.getByRole('button', { name: 'Merge records' }).click()
  await expect(compare).toBeHidden()
  await expect(record.getByRole('status')).toContainText("Zainab Belo's appointments are now in this record.")
  await expect(record.getByRole('link', { name: /Consultation/ })).toBeVisible()
  await record.getByRole('button', { name: 'Undo' }).click()
  await expect(record.getByRole('link', { name: /Consultation/ })).toHaveCount(0)

  // Joined once more, and parted by its own question.
  await record.getByRole('button', { name: 'Undo' }).click()
  await record.getByRole('button', { name: 'Unlink…' }).click()
  const part = page.getByRole('dialog', { name: 'Unlink Zainab Belo from this record?' })
  await expect(part).toContainText('Its 1 appointment goes back to a separate record.')
  await part.getByRole('button', { name: 'Unlink', exact: true }).click()
  await expect(record.getByRole('button', { name: 'Compare…' })).toBeVisible()
  const { rows } = await pool.query(
    'SELECT count(*)::int AS joined FROM patients WHERE joined_to IS NOT NULL',
  )
  expect(rows).toEqual([{ joined: 0 }])

  await record.getByRole('button', { name: 'New appointment' }).click()
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await expect(panel.getByLabel('Phone or name')).toHaveValue('Zainab Bello (PF/2101)')
  await expect(panel.getByRole('button', { name: 'Book Zainab Bello (PF/2101)' })).toBeVisible()
  await expectAccessible(page, 'a new appointment of a record')
})
