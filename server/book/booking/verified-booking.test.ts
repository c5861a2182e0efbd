import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startClinic, validBooking } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { PATIENT_SESSION_MS, startPatientSession } from '../../accounts/auth/sessions.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>
type Options = Parameters<typeof storeRegistered>[1]

let clinic: Clinic
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  await clinic.database.pool.query('TRUNCATE appointments, patients, idempotency_keys, pgboss.job CASCADE')
})

async function verified(options: Options = {}, at: Clinic = clinic) {
  const patient = await storeRegistered(at.database.pool, options)
  return { ...patient, token: await newToken(patient.id, at) }
}
const newToken = (id: string, at: Clinic = clinic) => startPatientSession(at.database.pool, id, at.clock.now)

const records = async () =>
  (await clinic.database.pool.query('SELECT * FROM patients ORDER BY created_at')).rows
const booked = async () =>
  (await clinic.database.pool.query('SELECT * FROM appointments ORDER BY starts_at')).rows

const someoneElse = {
  surname: 'Mallory',
  other_names: 'Other',
  email: 'mallory@example.com',
  phone_number: '0809 999 9999',
  age: 77,
  gender: 'male',
  nationality: 'ghana',
  address: '1 Other Street',
} as const
const noPerson = Object.fromEntries(Object.keys(someoneElse).map((field) => [field, undefined]))

describe('a booking with a verified patient’s token', () => {
  it('is theirs whatever the body says, and leaves the record as it is', async () => {
    const [ada, other] = [await verified(), await storeRegistered(clinic.database.pool)]
    const before = await records()
    const ids = { patient_id: other.id, token: 'abc', rawId: other.rawId, emrId: other.clinicId }
    const answer = await clinic.book({ ...someoneElse, ...ids }, ada)
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { appointment_date: '2030-03-05T10:00:00+01:00' } },
    })
    expect(await booked()).toMatchObject([{ patient_id: ada.id, service_id: 'tooth-pain', status: 'open' }])
    expect(await records()).toEqual(before)
    expect(await clinic.count('pgboss.job')).toBe(1)
  })

  it.each<[string, object]>([
    ['absent', noPerson],
    ['empty', { surname: '', other_names: '', email: '', phone_number: '', gender: '', nationality: '' }],
    ['null', { surname: null, other_names: null, email: null, phone_number: null, age: null }],
    [
      'wrong',
      { surname: '<b>', other_names: 7, email: 'no address', phone_number: ['x'], age: 3, gender: 'x' },
    ],
  ])('may have names and contacts that are %s', async (_what, person) => {
    expect(await clinic.book(person, await verified())).toMatchObject({ status: 201 })
  })

  it('has time, service and doctor checked as always', async () => {
    const wrong = { ...noPerson, start_time: '23:30', doctor_id: 'nobody', service_id: 'nothing' }
    const answer = await clinic.book(wrong, await verified())
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(['doctor_id', 'service_id', 'start_time'])
    expect(await clinic.count('appointments')).toBe(0)
  })

  it('and one with a staff member’s token works like the portal’s', async () => {
    const patient = await storeRegistered(clinic.database.pool)
    const { token } = await clinic.signedIn()
    const answer = await clinic.book({ ...someoneElse, patient_id: patient.id } as object, { token })
    expect(answer.status).toBe(201)
    const [appointment] = await booked()
    expect(await records()).toContainEqual(
      expect.objectContaining({ id: appointment.patient_id, first_name: 'Mallory', verified: false }),
    )
    expect(await clinic.book({ surname: '' }, { token })).toMatchObject({ status: 400 })
  })
})

describe('a contact that the record lacks', () => {
  it('is stored there from what was typed, and nothing else is', async () => {
    const ada = await verified({ email: '' })
    const [before] = await records()
    await clinic.book({ ...someoneElse, email: ' Ada.Obi@Example.com' }, ada)
    expect(await records()).toEqual([
      {
        ...before,
        email: 'Ada.Obi@Example.com',
        name_key: `${before.name_key} adaobi@examplecom`,
        updated_at: expect.any(Date),
      },
    ])
    await clinic.book({ email: 'another@example.com', start_time: '11:00' }, ada)
    expect(await records()).toMatchObject([{ email: 'Ada.Obi@Example.com' }])
  })

  it('may be the phone number, which stays as it was typed', async () => {
    const ada = await verified({ phone: null })
    const [before] = await records()
    await clinic.book({ ...someoneElse }, ada)
    expect(await records()).toMatchObject([
      {
        email: before.email,
        phone: '0809 999 9999',
        phone_e164: null,
        phone_digits: expect.stringContaining('8099999999'),
      },
    ])
  })

  it('may be left out, since the code came by the other one', async () => {
    const ada = await verified({ email: '' })
    expect(await clinic.book(noPerson, ada)).toMatchObject({ status: 201 })
    expect(await clinic.book({ email: '', start_time: '11:00' }, ada)).toMatchObject({ status: 201 })
    expect(await records()).toMatchObject([{ email: '', email_key: '' }])
  })

  it.each([
    ['email', { email: '' }, { email: 'no address' }],
    ['phone_number', { phone: null }, { phone_number: '12' }],
  ] as const)('is refused at its field when it is mistyped: %s', async (field, record, typed) => {
    const ada = await verified(record)
    const answer = await clinic.book(typed, ada)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect(answer.body.errors?.[field]).toMatch(/^Please enter an? /)
  })

  it('is not stored by a booking that fails', async () => {
    await clinic.book({ doctor_id: 'fct-musa' })
    const ada = await verified({ email: '' })
    expect(await clinic.book({ doctor_id: 'fct-musa' }, ada)).toMatchObject({ status: 409 })
    expect((await records()).find(({ id }) => id === ada.id)).toMatchObject({ email: '' })
  })
})

describe('a contact that a patient filled in', () => {
  it('is found by staff: by part of the email, and by the number as typed', async () => {
    const ada = await verified({ email: '' })
    const ngozi = await verified({ phone: null })
    await clinic.book({ email: 'Ada.Obi@Example.com' }, ada)
    await clinic.book({ phone_number: '0809 999 9999', start_time: '11:00' }, ngozi)
    const { bearer } = await clinic.signedIn({ username: 'desk' })
    const found = async (search: string) => {
      const { body } = await clinic.call('POST', '/api/appointments/all?page=1&limit=10', { search }, bearer)
      return (body.data as { user: { email: string } }[]).map(({ user }) => user.email)
    }
    expect(await found('ada.obi@example.com')).toEqual(['Ada.Obi@Example.com'])
    expect(await found('obi@ex')).toEqual(['Ada.Obi@Example.com'])
    expect(await found('08099999999')).toEqual([ngozi.email])
  })
})

describe('an expired token', () => {
  it('is 401 after sign-out, and nothing is stored', async () => {
    const { token } = await verified()
    await clinic.call('POST', '/api/auth/logout', {}, { authorization: `Bearer ${token}` })
    expect(await clinic.book({}, { token })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await clinic.count('appointments')).toBe(0)
  })

  it('is 401 half an hour after the code, in the middle of a booking too', async () => {
    const { id } = await storeRegistered(clinic.database.pool)
    const issued = new Date(clinic.clock.now.getTime() - PATIENT_SESSION_MS)
    const token = await startPatientSession(clinic.database.pool, id, issued)
    expect(await clinic.book({}, { token })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await clinic.count('appointments')).toBe(0)
  })

  it('is 401 when the record no longer exists', async () => {
    const { id, token } = await verified()
    await clinic.database.pool.query('UPDATE patients SET verified = false WHERE id = $1', [id])
    expect(await clinic.book({}, { token })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })
})

describe('the Idempotency-Key of a verified patient', () => {
  it('returns the first answer with the token of a later code, whatever person the body names', async () => {
    const ada = await verified({ email: '' })
    const key = randomUUID()
    const first = await clinic.book({}, { ...ada, key })
    const again = await clinic.book({ ...someoneElse }, { token: await newToken(ada.id), key })
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await clinic.count('appointments')).toBe(1)
  })

  it('is refused with another time', async () => {
    const ada = await verified()
    const key = randomUUID()
    await clinic.book({}, { ...ada, key })
    expect(await clinic.book({ start_time: '11:00' }, { ...ada, key })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
  })

  it('reveals the booking to no one else: another patient, or a visitor', async () => {
    const [ada, ngozi] = [await verified(), await verified()]
    const key = randomUUID()
    const first = await clinic.book({}, { ...ada, key })
    expect(first.status).toBe(201)
    for (const other of [ngozi, {}]) {
      const answer = await clinic.book({}, { ...other, key })
      expect(answer).toMatchObject({ status: 409, body: { code: 'key_reused' } })
      expect(answer.body.data).toBeUndefined()
    }
    expect(await clinic.book({}, { ...ada, key })).toMatchObject({ status: 201, body: first.body })
  })

  it('differs from a visitor’s, who has verified in between', async () => {
    const key = randomUUID()
    await clinic.book({}, { key })
    expect(await clinic.book({}, { ...(await verified()), key })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
  })
})

describe('open appointments', () => {
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

  it('are limited for each patient, in a race too, with a message of their own', async () => {
    await using limited = await startClinic({ limits: true })
    const ada = await verified({}, limited)
    const answers = await Promise.all(times.map((start_time) => limited.book({ start_time }, ada)))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 429, 429, 429])
    expect(await limited.count('appointments')).toBe(3)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/^You /),
    })
    const record = await limited.call('GET', '/api/patient', undefined, {
      authorization: `Bearer ${ada.token}`,
    })
    expect(record.body.data).toMatchObject({ openAppointments: 3, openLimit: 3 })
  })

  it('of a family with one email are counted separately, as are those of patients without any contact', async () => {
    await using limited = await startClinic({ limits: true })
    const family = [
      await verified({}, limited),
      await verified({}, limited),
      await verified({ email: '', phone: null }, limited),
      await verified({ email: '', phone: null }, limited),
    ]
    for (const [i, member] of family.entries()) {
      for (const start_time of times.slice(0, 3)) {
        const booking = { ...noPerson, start_time, appointment_date: `2030-03-0${5 + i}` }
        const caller = `10.0.0.${i + 1}`
        expect(await limited.book(booking, { ...member, caller })).toMatchObject({ status: 201 })
      }
    }
    expect(await limited.book({ start_time: '14:00' }, { ...family[0] })).toMatchObject({ status: 429 })
  })

  it('of a patient are hidden from visitors who type the same contact, and do not block their booking', async () => {
    await using limited = await startClinic({ limits: true })
    const ada = await verified({ email: validBooking.email }, limited)
    for (const start_time of times.slice(0, 3)) await limited.book({ start_time }, ada)
    const visitors = await Promise.all(
      times.slice(3).map((start_time) => limited.book({ start_time }, { caller: '10.0.0.2' })),
    )
    expect(statusesOf(visitors)).toEqual([201, 201, 201])
    expect(await limited.book({ start_time: '15:00' }, { caller: '10.0.0.2' })).toMatchObject({ status: 428 })
  })

  it('of visitors do not block the booking of the patient whose contact they typed', async () => {
    await using limited = await startClinic({ limits: true })
    for (const start_time of times.slice(0, 3)) await limited.book({ start_time })
    const ada = await verified({ email: validBooking.email }, limited)
    expect(await limited.book({ start_time: '15:00' }, ada)).toMatchObject({ status: 201 })
  })
})
