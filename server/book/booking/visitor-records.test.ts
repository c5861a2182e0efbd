import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { type Answer, startClinic } from '../../../tests/support/clinic.ts'
import { solved } from '../../../tests/support/proof.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'

/*
 * Nothing about others may leak to a stranger who books. The attack behind these tests: book a slot with an own number,
 * then again with somebody's email. 429 said that they had a pending appointment, 409 that they had none.
 */

type Clinic = Awaited<ReturnType<typeof startClinic>>

const victim = {
  email: 'victim@example.com',
  phone_number: '0803 555 0000',
  surname: 'Ngozi',
  other_names: 'Eze',
}
const nobody = {
  email: 'nobody@example.com',
  phone_number: '0803 555 9999',
  surname: 'Ngozi',
  other_names: 'Eze',
}
const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30']
const home = { caller: '203.0.113.1' }
const elsewhere = { caller: '198.51.100.7' }

const marksIn = async (clinic: Clinic, start: string) =>
  (await clinic.database.pool.query('SELECT marks FROM appointments WHERE starts_at = $1', [start])).rows.map(
    ({ marks }) => marks,
  )
const bookAll = async (clinic: Clinic, person: object, starts: readonly string[], options = home) => {
  for (const start_time of starts) {
    expect(await clinic.book({ ...person, start_time, doctor_id: 'fct-okafor' }, options)).toMatchObject({
      status: 201,
    })
  }
}
/** Without random and counted parts. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].filter((name) => name !== 'x-request-id').sort(),
  // Doctors take turns: the next one depends on all earlier bookings.
  body: JSON.stringify(body).replace(/"reference":"[^"]+"|"doctor":\{[^}]+\}/g, ''),
})

// With an own slot and somebody's email 429 said that they had appointments, and 409 that they had none.
it('the answer is the same for a contact with many appointments and one with none, free slot or taken', async () => {
  await using clinic = await startClinic({ limits: true })
  await bookAll(clinic, victim, times.slice(0, 3))
  await clinic.book({ start_time: '14:00', doctor_id: 'fct-musa' }, elsewhere)
  for (const [i, free] of ['12:00', '12:30', '13:00', '13:30'].entries()) {
    const doctor_id = 'fct-musa'
    const appointment_date = '2030-03-06'
    const caller = { caller: `198.51.100.${10 + i}` }
    const taken = { start_time: '14:00', doctor_id }
    expect(comparable(await clinic.book({ ...victim, ...taken }, caller))).toEqual(
      comparable(await clinic.book({ ...nobody, ...taken }, caller)),
    )
    const some = await clinic.book({ ...victim, start_time: free, doctor_id, appointment_date }, caller)
    await clinic.database.pool.query(`DELETE FROM appointments WHERE reference = $1`, [
      (some.body.data as { reference: string }).reference,
    ])
    const none = await clinic.book({ ...nobody, start_time: free, doctor_id, appointment_date }, caller)
    expect(comparable(some)).toEqual(comparable(none))
    expect(some.status).toBe(201)
    await clinic.database.pool.query(`DELETE FROM appointments WHERE starts_at >= '2030-03-06'`)
  }
})

it('the database queries are the same for a contact with many appointments and one with none', async () => {
  await using clinic = await startClinic({ limits: true })
  await bookAll(clinic, victim, times.slice(0, 3))
  await clinic.book({ start_time: '14:00', doctor_id: 'fct-musa' }, elsewhere)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const askedFor = async (person: object, caller: string) => {
    asked.mockClear()
    const answer = await clinic.book({ ...person, start_time: '14:00', doctor_id: 'fct-musa' }, { caller })
    expect(answer.status).toBe(409)
    const texts = asked.mock.calls.map(([query]: unknown[]) =>
      String((query as { text?: string }).text ?? query),
    )
    // The busy hour is queried now and then; change notices of a booking come after its answer.
    return texts.filter((text) => !/AS hour|pg_notify/.test(text))
  }
  // Once before: a connection that is new asks more.
  await askedFor(nobody, '198.51.100.20')
  const unknown = await askedFor(nobody, '198.51.100.21')
  expect(unknown.length).toBeGreaterThan(3)
  expect(await askedFor(victim, '198.51.100.22')).toEqual(unknown)
})

it('a visitor over the limit of one contact needs a proof, is marked, and is refused past twice the limit', async () => {
  await using clinic = await startClinic({ limits: true })
  await bookAll(clinic, victim, times.slice(0, 3))
  for (const start_time of times.slice(3, 6)) {
    const key = randomUUID()
    const asked = { ...victim, start_time, doctor_id: 'fct-okafor' }
    const first = await clinic.book(asked, { ...home, key })
    expect(first).toMatchObject({ status: 428, body: { code: 'proof_required' } })
    expect(await clinic.book(asked, { ...home, key, headers: solved(first) })).toMatchObject({ status: 201 })
  }
  const one = await clinic.book({ ...victim, start_time: '12:30', doctor_id: 'fct-okafor' }, home)
  expect(one).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(one.headers.get('retry-after')).toBeTruthy()
  // A taken time is a taken time, whatever was booked from here.
  const taken = await clinic.book({ ...victim, start_time: '09:00', doctor_id: 'fct-okafor' }, home)
  expect(taken).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  const { rows } = await clinic.database.pool.query('SELECT marks FROM appointments ORDER BY starts_at')
  expect(rows.map(({ marks }) => marks)).toEqual([[], [], [], ['over_limit'], ['over_limit'], ['over_limit']])
  // A visitor from elsewhere is neither slowed nor refused for bookings from here.
  const booked = { ...victim, doctor_id: 'fct-okafor' }
  expect(await clinic.book({ ...booked, start_time: '13:00' }, elsewhere)).toMatchObject({ status: 201 })
  expect(await marksIn(clinic, '2030-03-05T13:00+01:00')).toEqual([['over_limit']])
})

it('bookings from an address for one contact are counted in any browser, and a browser’s from any address', async () => {
  await using clinic = await startClinic({ limits: true })
  const named = (name: string) => ({ headers: { 'enamel-browser': name } })
  const at = (start_time: string) => ({ ...victim, start_time, doctor_id: 'fct-okafor' })
  for (const [i, start_time] of times.slice(0, 3).entries()) {
    const from = { ...home, ...named(`a-browser-by-another-name-${i}`) }
    expect(await clinic.book(at(start_time), from)).toMatchObject({ status: 201 })
  }
  expect(await clinic.book(at('13:00'), { ...home, ...named('one-more-name-of-the-browser') })).toMatchObject(
    {
      status: 428,
    },
  )
  expect(await clinic.book(at('13:00'), home)).toMatchObject({ status: 428 })
  // The browser of a phone keeps its name where its address changes; without a name none is shared.
  const phone = named('the-browser-of-one-phone')
  for (const [i, start_time] of ['13:00', '13:30', '14:00'].entries()) {
    const from = { caller: `198.51.${100 + i}.7`, ...phone }
    expect(await clinic.book(at(start_time), from)).toMatchObject({ status: 201 })
  }
  expect(await clinic.book(at('14:30'), { caller: '198.51.109.7', ...phone })).toMatchObject({ status: 428 })
  expect(await clinic.book(at('14:30'), { caller: '198.51.109.7' })).toMatchObject({ status: 201 })
})

it('a visitor at a time that the same person has is accepted, and marked for the desk alone', async () => {
  await using clinic = await startClinic({ limits: true })
  await clinic.book({ ...victim, surname: 'Adébáyọ̀', other_names: 'Ọlá-Eze' }, home)
  const again = { ...victim, surname: 'ola eze', other_names: 'ADEBAYO', location: 'lag' }
  // Half of it overlaps, at another location, by the phone number alone.
  const answer = await clinic.book({ ...again, email: 'other@example.com' }, elsewhere)
  const stranger = await clinic.book({ ...nobody, location: 'lag' }, elsewhere)
  expect(comparable(answer)).toEqual(comparable(stranger))
  const other = await clinic.book({ ...victim, surname: 'Chidi', location: 'phc' }, elsewhere)
  expect(other.status).toBe(201)
  const { rows } = await clinic.database.pool.query(
    `SELECT first_name, marks FROM appointments a JOIN patients p ON p.id = patient_id ORDER BY a.created_at`,
  )
  expect(rows).toEqual([
    { first_name: 'Adébáyọ̀', marks: [] },
    { first_name: 'ola eze', marks: ['same_person'] },
    { first_name: 'Ngozi', marks: [] },
    { first_name: 'Chidi', marks: [] },
  ])
  // Each job is about one appointment: no contact gets a message about another one.
  const jobs = await clinic.database.pool.query(
    `SELECT count(*)::int AS n, count(DISTINCT data ->> 'appointmentId')::int AS visits FROM pgboss.job`,
  )
  expect(jobs.rows).toEqual([{ n: 4, visits: 4 }])
  const admin = await clinic.signedIn()
  const list = await clinic.call('POST', '/api/appointments/lag', {}, admin.bearer)
  expect((list.body.data as { marks: string[] }[]).map(({ marks }) => marks)).toContainEqual(['same_person'])
})

it('a verified patient is told of their overlapping appointment, and may book beside it', async () => {
  await using clinic = await startClinic({ limits: true })
  const { pool } = clinic.database
  const ada = await storeRegistered(pool, { email: 'ada@example.com' })
  const token = { token: await startPatientSession(pool, ada.id, clinic.clock.now) }
  expect(await clinic.book({ doctor_id: 'fct-okafor' }, token)).toMatchObject({ status: 201 })
  const again = { location: 'lag' }
  expect(await clinic.book(again, token)).toMatchObject({
    status: 409,
    body: { code: 'same_person_same_time' },
  })
  expect(await clinic.book({ ...again, start_time: '10:30' }, token)).toMatchObject({ status: 201 })
  expect(await clinic.book({ ...again, override: true } as object, token)).toMatchObject({ status: 201 })
  expect((await marksIn(clinic, '2030-03-05T10:00+01:00')).sort()).toEqual([[], ['same_person']])
})

it('a verified patient is told of an appointment that was booked in their name without a code', async () => {
  await using clinic = await startClinic({ limits: true })
  const { pool } = clinic.database
  const ada = await storeRegistered(pool, { email: 'ada@example.com' })
  const { rows } = await pool.query('SELECT first_name, last_name, middle_name FROM patients WHERE id = $1', [
    ada.id,
  ])
  const [{ first_name, last_name, middle_name }] = rows
  const name = { surname: first_name, other_names: `${last_name} ${middle_name}`.trim() }
  await clinic.book({ ...name, email: 'ada@example.com' }, home)
  const token = { token: await startPatientSession(pool, ada.id, clinic.clock.now) }
  expect(await clinic.book({ location: 'lag' }, token)).toMatchObject({
    status: 409,
    body: { code: 'same_person_same_time' },
  })
})

it('two simultaneous bookings are both marked, or at least the later one', async () => {
  await using clinic = await startClinic({ limits: true })
  const callers = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
  const answers = await Promise.all(callers.map((caller) => clinic.book(victim, { caller })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const marks = await marksIn(clinic, '2030-03-05T10:00+01:00')
  expect(marks.filter((some) => some.includes('same_person'))).toHaveLength(2)
})
