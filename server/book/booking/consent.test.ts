import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  await clinic.database.pool.query('TRUNCATE appointments, patients, idempotency_keys CASCADE')
})

const stored = async () => {
  const { rows } = await clinic.database.pool.query(
    `SELECT a.consent_at AS at, a.consent_text::text AS text, p.guardian
     FROM appointments a JOIN patients p ON p.id = a.patient_id ORDER BY a.starts_at`,
  )
  return rows
}
const minor = { age: 12, guardian: 'Ngozi Obi', consent: '2026-11-22' }

it('a booking stores when the patient agreed and to which text, and who answers for a minor', async () => {
  expect(await clinic.book(minor)).toMatchObject({ status: 201 })
  expect(await stored()).toEqual([{ at: clinic.clock.now, text: '2026-11-22', guardian: 'Ngozi Obi' }])
})

it('programs book without consent and guardian, and agree to nothing', async () => {
  expect(await clinic.book()).toMatchObject({ status: 201 })
  expect(await clinic.book({ start_time: '10:30', guardian: '', consent: null })).toMatchObject({
    status: 201,
  })
  expect(await stored()).toEqual([
    { at: null, text: null, guardian: '' },
    { at: null, text: null, guardian: '' },
  ])
})

it('a booking by staff stores no consent', async () => {
  const { token } = await clinic.signedIn()
  expect(await clinic.book(minor, { token })).toMatchObject({ status: 201 })
  expect(await stored()).toEqual([{ at: null, text: null, guardian: 'Ngozi Obi' }])
})

it.each([
  ['guardian', 'Click http://example.com to claim'],
  ['guardian', 'x'.repeat(81)],
  ['consent', 'yesterday'],
])('a booking refuses %s %j', async (field, value) => {
  const answer = await clinic.book({ ...minor, [field]: value })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
})

it('a retry by a page with a newer text gets the first answer', async () => {
  const key = randomUUID()
  const first = await clinic.book(minor, { key })
  expect(await clinic.book({ ...minor, consent: '2027-01-01' }, { key })).toMatchObject({
    status: 201,
    body: first.body,
  })
  expect(await clinic.book({ ...minor, guardian: 'Emeka Obi' }, { key })).toMatchObject({ status: 409 })
})

it('a verified patient agrees too, and names a guardian only where the record has none', async () => {
  const ada = await storeRegistered(clinic.database.pool)
  const token = { token: await startPatientSession(clinic.database.pool, ada.id, clinic.clock.now) }
  expect(await clinic.book({ ...minor, guardian: 'http://example.com' }, token)).toMatchObject({
    status: 400,
    body: { errors: { guardian: expect.any(String) } },
  })
  expect(await clinic.book(minor, token)).toMatchObject({ status: 201 })
  expect(
    await clinic.book({ ...minor, start_time: '11:00', guardian: 'Somebody Else' }, token),
  ).toMatchObject({
    status: 201,
  })
  expect(await stored()).toMatchObject([
    { text: '2026-11-22', guardian: 'Ngozi Obi' },
    { text: '2026-11-22', guardian: 'Ngozi Obi' },
  ])
  const me = await clinic.call('GET', '/api/patient', undefined, { authorization: `Bearer ${token.token}` })
  expect(me.body.data).toMatchObject({ guardian: 'Ngozi Obi' })
})

it('the desk sees the guardian with the appointment', async () => {
  await clinic.book(minor)
  const admin = await clinic.signedIn({ username: 'desk' })
  const list = await clinic.call('POST', '/api/appointments/fct', {}, admin.bearer)
  const [{ id }] = list.body.data as [{ id: string }]
  const details = await clinic.call('GET', `/api/appointments/${id}`, undefined, admin.bearer)
  expect(details.body.data).toMatchObject({ patient: { age: 12, guardian: 'Ngozi Obi' } })
})
