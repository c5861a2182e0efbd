import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { IN_MOTION } from './device.ts'
import { expect, signIn, test } from './staff.ts'

test.use(IN_MOTION)

const block = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}, .*Dr\\. `) })

test('the desk seats who waits without a time, calls whom no message reached, says what became of a visit, and prints whom to call when a doctor is late', async ({
  page,
  clinic,
  staff,
  server,
}) => {
  const { pool } = server.database
  const slot = await clinic.freeSlot()
  for (const [i, surname] of ['Amina', 'Bola', 'Chidi'].entries()) {
    await clinic.book({ ...slot, time: `1${i + 3}:00` }, { surname, doctor_id: 'fct-okafor' })
  }
  const of = (name: string) => `patient_id IN (SELECT id FROM patients WHERE first_name = '${name}')`
  // No message reached one; one came and found no time; one was over an hour ago, whatever the clinic's hours.
  await pool.query(
    `INSERT INTO todos (kind, appointment_id) SELECT 'booking_not_sent', id FROM appointments WHERE ${of('Amina')}`,
  )
  await pool.query(
    `UPDATE appointments SET waiting_since = date_trunc('minute', now()), urgent = true, channel = 'walk_in' WHERE ${of('Bola')}`,
  )
  await pool.query(
    `UPDATE appointments SET starts_at = date_trunc('minute', now()) - interval '90 minutes',
       ends_at = date_trunc('minute', now()) - interval '60 minutes' WHERE ${of('Chidi')}`,
  )
  await signIn(page, await staff.colleague('reception'), `/dashboard?view=day&day=${slot.date}`)

  const tray = page.getByRole('region', { name: 'Waiting without a time' })
  await expect(tray.getByRole('button', { name: 'Bola Eze', exact: true })).toBeVisible()
  await expect(tray).toContainText('Urgent')
  await expect(block(page, 'Bola Eze')).toHaveCount(0)
  await page.getByRole('button', { name: 'To do 3' }).click()
  const dock = page.getByRole('complementary', { name: 'To do 3' })
  await expect(dock.getByRole('heading', { name: 'To do 3' })).toBeFocused()
  await expectAccessible(page, 'what is to be done')

  // By keys, from the first gap of the day that fits to the next half-hour.
  await tray.getByRole('button', { name: 'Bola Eze', exact: true }).focus()
  await page.keyboard.press('m')
  await expect(page.getByText('Enter to move · Esc to cancel')).toBeVisible()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Seated Bola Eze, /)).toBeVisible()
  await expect(block(page, 'Bola Eze')).toBeFocused()
  await expect(tray).toBeHidden()

  const rest = page.getByRole('complementary', { name: 'To do 2' })
  await rest.getByRole('button', { name: 'Called: Amina Eze' }).click()
  await expect(page.getByText('Amina Eze removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await rest.getByRole('button', { name: 'Called: Amina Eze' }).click()
  // The bar has one message: a late one would take the place of the next.
  await expect(page.getByText('Amina Eze removed')).toBeVisible()

  // The focus stands before the buttons of what is left: Tab and Enter go down the list.
  await expect(page.getByRole('button', { name: 'Chidi Eze', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Chidi Eze, .* is done\.$/)).toBeVisible()
  await expect(page.getByText('Nothing to do.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^To do/ })).toBeHidden()
  const { rows } = await pool.query(`SELECT visit FROM appointments WHERE ${of('Chidi')}`)
  expect(rows).toEqual([{ visit: 'done' }])

  // What the browser prints of an open list of whom to call is that list alone, without the day below it. The visit is
  // still to come today, whatever the clinic's hours.
  await pool.query(
    `UPDATE appointments SET starts_at = date_trunc('minute', now()) + interval '5 minutes',
       ends_at = date_trunc('minute', now()) + interval '35 minutes' WHERE ${of('Amina')}`,
  )
  await page.goto('/dashboard?view=day')
  await page.getByRole('button', { name: 'More for Dr. Amaka Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Running 20 minutes late' }).click()
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  // The day's sheet renders for the printer, after the list's.
  await expect(page.locator('[data-paper=page]')).toHaveCount(1)
  await expect(page.locator('[data-paper=page]')).toBeHidden()
  await expect(page.getByRole('heading')).toHaveText(['Dr. Amaka Okafor is running 20 minutes late'])
  await expect(page.getByRole('table')).toContainText('Amina Eze')
})
