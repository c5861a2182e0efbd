import { expect, it } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Paging } from '../../../contract/envelope.ts'
import { startClinic } from '../../../tests/support/clinic.ts'

const MANY = 1_020

it('a cached total includes at once what this process books and cancels', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  await clinic.database.pool.query(
    `WITH person AS (
       INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
       VALUES (gen_random_uuid(), 'Ada', 'Obi', 'x@example.com', 'x@example.com', '0803', '') RETURNING id)
     INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                               appointment_type, starts_at, ends_at, status)
     SELECT gen_random_uuid(), 'R' || n, person.id, 'lag-balogun', false, 'lag', 'Tooth Pain', 'consultation',
            at, at + interval '30 minutes', 'open'
     FROM person, generate_series(1, ${MANY}) n,
          LATERAL (SELECT timestamptz '2031-01-01' + n * interval '1 hour' AS at) t`,
  )
  const list = async () => {
    const { body } = await clinic.call('POST', '/api/appointments/all', {}, bearer)
    return { total: (body.paging as Paging).total, first: (body.data as Appointment[])[0] }
  }
  expect((await list()).total).toBe(MANY)
  expect(await clinic.book()).toMatchObject({ status: 201 })
  const { total, first } = await list()
  expect(total).toBe(MANY + 1)
  const change = { status: 'cancelled', reason: 'Moved' }
  expect(await clinic.call('PATCH', `/api/appointments/${first?.id}`, change, bearer)).toMatchObject({
    status: 200,
  })
  expect((await list()).total).toBe(MANY)
})
