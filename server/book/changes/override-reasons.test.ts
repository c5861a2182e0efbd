import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { storeAppointment } from '../../../tests/support/jobs.ts'

it('reasons in the audit trail move to their appointments, once and for all', async () => {
  await using database = await testDatabase()
  const { pool } = database
  const id = await storeAppointment(pool)
  await pool.query(
    `INSERT INTO audit_log (action, subject_kind, subject_id, details) VALUES
       ('appointment.booked', 'appointment', $1, '{"overrides": ["closed"], "reason": "In pain"}'),
       ('appointment.moved', 'appointment', $1, '{"version": 3, "overrides": ["blocker"], "reason": "Has no other day"}'),
       ('appointment.moved', 'appointment', 'erased', '{"version": 2, "reason": "Of somebody erased"}'),
       ('alarm.webhook_off', 'webhook', 'w', '{"reason": "failures"}')`,
    [id],
  )
  const file = readFileSync(
    new URL('../../platform/db/migrations/0055_override_reasons.sql', import.meta.url),
    'utf8',
  )
  // The column is there already.
  for (const statement of file.split('--> statement-breakpoint').slice(1)) await pool.query(statement)

  const { rows } = await pool.query('SELECT override_reasons AS reasons FROM appointments WHERE id = $1', [
    id,
  ])
  expect(rows).toEqual([{ reasons: { 1: 'In pain', 3: 'Has no other day' } }])
  const trail = await pool.query('SELECT details FROM audit_log ORDER BY id')
  expect(trail.rows.map(({ details }) => details)).toEqual([
    { overrides: ['closed'] },
    { version: 3, overrides: ['blocker'] },
    { version: 2 },
    { reason: 'failures' },
  ])
  await expect(pool.query(`UPDATE audit_log SET action = 'x'`)).rejects.toThrow()
})
