import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { REFERENCE_PATTERN } from '../../../domain/reference.ts'
import { startClinic, validBooking } from '../../../tests/support/clinic.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  await clinic.database.pool.query('TRUNCATE appointments, patients, idempotency_keys, pgboss.job CASCADE')
})

describe('a booking by a visitor', () => {
  it('is answered with a reference and the instant in clinic time', async () => {
    const answer = await clinic.book()
    expect(answer).toMatchObject({
      status: 201,
      body: { success: true, data: { appointment_date: '2030-03-05T10:00:00+01:00' } },
    })
    const { reference, doctor } = answer.body.data as { reference: string; doctor: { id: string } }
    expect(reference).toMatch(REFERENCE_PATTERN)
    // The assigned doctor is named, though none was chosen.
    const { rows } = await clinic.database.pool.query(
      `SELECT a.doctor_chosen, json_build_object('id', d.id, 'name', d.name) AS doctor
       FROM appointments a JOIN doctors d ON d.id = a.doctor_id`,
    )
    expect(rows).toEqual([{ doctor_chosen: false, doctor }])
  })

  it('is stored as typed, with the phone number also in E.164', async () => {
    await clinic.book({ email: 'Ada.Obi@Example.com', description: 'It hurts 😬\nat night' })
    const { rows } = await clinic.database.pool.query(
      `SELECT * FROM appointments JOIN patients ON patients.id = patient_id`,
    )
    expect(rows).toMatchObject([
      {
        first_name: 'Ada',
        last_name: 'Obi',
        email: 'Ada.Obi@Example.com',
        email_key: 'ada.obi@example.com',
        phone: '0803 123 4567',
        phone_e164: '+2348031234567',
        age: 34,
        address: '... Abuja',
        verified: false,
        location: 'fct',
        service_id: 'tooth-pain',
        service_text: 'Tooth Pain',
        status: 'open',
        complaint: 'It hurts 😬\nat night',
        starts_at: new Date('2030-03-05T09:00:00Z'),
        ends_at: new Date('2030-03-05T09:30:00Z'),
      },
    ])
  })

  it('with a chosen doctor names the doctor in the answer', async () => {
    const answer = await clinic.book({ doctor_id: 'fct-musa' })
    expect(answer.body.data).toMatchObject({ doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' } })
  })

  it('at another location of the clinic works in any of its spellings', async () => {
    expect(await clinic.book({ location: 'Port Harcourt' })).toMatchObject({ status: 201 })
    expect(await clinic.book({ location: 'LG' })).toMatchObject({ status: 201 })
  })

  it('takes a fallback category when the list of services could not be loaded', async () => {
    await clinic.book({ service_id: null, serviceText: 'Veneers/Hollywood Smile' })
    const { rows } = await clinic.database.pool.query('SELECT service_id, service_text FROM appointments')
    expect(rows).toEqual([{ service_id: null, service_text: 'Veneers/Hollywood Smile' }])
  })

  it('needs only the required fields; absent, null and empty mean the same', async () => {
    const { age, gender, nationality, service_id, serviceText, ...least } = validBooking
    expect(
      await clinic.book({ ...least, age: null, gender: undefined, description: '', doctor_id: null }),
    ).toMatchObject({
      status: 201,
    })
  })

  it.each(['Jean-Luc', 'O’Neil', 'Ada Jr.', 'Ọlá'])('accepts a name such as %s', async (other_names) => {
    expect(await clinic.book({ other_names })).toMatchObject({ status: 201 })
  })

  it('accepts Arabic letters', async () => {
    expect(await clinic.book({ surname: 'محمد', other_names: 'الأمين' })).toMatchObject({ status: 201 })
  })
})

describe('a taken slot', () => {
  it('is refused for the same doctor and given to another when none was chosen', async () => {
    await clinic.book({ doctor_id: 'fct-musa' })
    expect(await clinic.book({ doctor_id: 'fct-musa' })).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    })
    expect(await clinic.book()).toMatchObject({ status: 201 })
    expect(await clinic.book()).toMatchObject({ status: 201 })
    expect(await clinic.book()).toMatchObject({ status: 409, body: { success: false, code: 'slot_taken' } })
  })

  it('is free again after a cancellation', async () => {
    await clinic.book({ doctor_id: 'fct-musa' })
    await clinic.database.pool.query(`UPDATE appointments SET status = 'cancelled'`)
    expect(await clinic.book({ doctor_id: 'fct-musa' })).toMatchObject({ status: 201 })
  })

  it('leaves nothing of the failed booking behind', async () => {
    await clinic.book({ doctor_id: 'fct-musa' })
    await clinic.book({ doctor_id: 'fct-musa', surname: 'Late' })
    expect(await Promise.all([clinic.count('patients'), clinic.count('idempotency_keys')])).toEqual([1, 1])
    expect(await clinic.count('pgboss.job')).toBe(1)
  })
})

describe('simultaneous bookings', () => {
  const statuses = (answers: { status: number }[]) => {
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    return { won: count(201), lost: count(409), other: answers.length - count(201) - count(409) }
  }

  it('of one slot of one doctor, 100 of them, have exactly one winner', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => clinic.book({ doctor_id: 'fct-okafor' })),
    )
    expect(statuses(answers)).toEqual({ won: 1, lost: 99, other: 0 })
    expect([await clinic.count('appointments'), await clinic.count('patients')]).toEqual([1, 1])
  })

  it('of one slot without a doctor, 100 of them, have as many winners as doctors', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => clinic.book()))
    expect(statuses(answers)).toEqual({ won: 3, lost: 97, other: 0 })
    const { rows } = await clinic.database.pool.query('SELECT doctor_id FROM appointments ORDER BY 1')
    expect(rows.map((row) => row.doctor_id)).toEqual(['fct-danjuma', 'fct-musa', 'fct-okafor'])
  })

  it('with the same key, 20 of them, make one booking with one answer', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => clinic.book({}, { key })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    expect(await clinic.count('appointments')).toBe(1)
  })
})

describe('the Idempotency-Key', () => {
  it('returns the first answer later, whatever tokens came along', async () => {
    const key = randomUUID()
    const first = await clinic.book({}, { key })
    const again = await clinic.book({ ...validBooking, token: 'abc' } as typeof validBooking, { key })
    expect(again.body).toEqual(first.body)
    expect(await clinic.count('appointments')).toBe(1)
  })

  it('ignores the fields that only repeat others, and their token is stored nowhere', async () => {
    const key = randomUUID()
    const alongside = {
      firstName: 'Somebody',
      lastName: 'Else',
      middleName: 'Who',
      phoneNumber: 'no number',
      rawId: 7,
      emrId: null,
      date: 'never',
      time: {},
      doctor: 'Dr. Nobody',
      service: ['none'],
      token: 'token-of-the-body',
    }
    const first = await clinic.book({ ...validBooking, ...alongside } as typeof validBooking, { key })
    expect(first).toMatchObject({ status: 201 })
    expect((await clinic.book({}, { key })).body).toEqual(first.body)
    const { rows } = await clinic.database.pool.query(
      `SELECT to_jsonb(a)::text || to_jsonb(p)::text || k::text AS everything
       FROM appointments a JOIN patients p ON p.id = a.patient_id, idempotency_keys k`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].everything).toContain('Ada')
    for (const word of ['token-of-the-body', 'Somebody', 'Nobody'])
      expect(rows[0].everything).not.toContain(word)
  })

  it('returns the first answer even when the time has passed meanwhile', async () => {
    const key = randomUUID()
    const first = await clinic.book({}, { key })
    const before = clinic.clock.now
    clinic.clock.now = new Date('2030-03-05T10:01:00+01:00')
    expect(await clinic.book()).toMatchObject({ status: 400 })
    expect((await clinic.book({}, { key })).body).toEqual(first.body)
    expect(await clinic.book({ start_time: '14:00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
    clinic.clock.now = before
  })

  it('is refused with another body', async () => {
    const key = randomUUID()
    await clinic.book({}, { key })
    expect(await clinic.book({ start_time: '11:00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
    expect(await clinic.count('appointments')).toBe(1)
  })

  it('is not used up by a refusal', async () => {
    const key = randomUUID()
    await clinic.book({ doctor_id: 'fct-musa' })
    expect(await clinic.book({ doctor_id: 'fct-musa' }, { key })).toMatchObject({ status: 409 })
    expect(await clinic.book({ doctor_id: 'fct-musa', start_time: '11:00' }, { key })).toMatchObject({
      status: 201,
    })
  })

  it('means a new booking after 24 hours', async () => {
    const key = randomUUID()
    await clinic.book({}, { key })
    await clinic.database.pool.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`)
    expect(await clinic.book({ start_time: '12:00' }, { key })).toMatchObject({ status: 201 })
  })

  it.each(['short', 'x'.repeat(65), 'with spaces in the key'])('must be valid: %j', async (key) => {
    expect(await clinic.book({}, { key })).toMatchObject({ status: 400 })
  })
})

describe('invalid input is explained at its field, and nothing is stored:', () => {
  const long = 'a'.repeat(5000)
  it.each<[string, Record<string, unknown>, string]>([
    ['no first name', { surname: undefined }, 'surname'],
    ['an empty first name', { surname: '   ' }, 'surname'],
    ['a number as name', { surname: 42 }, 'surname'],
    ['a list as name', { surname: ['Ada'] }, 'surname'],
    ['an object as name', { surname: { $ne: null } }, 'surname'],
    ['an endless name', { surname: long }, 'surname'],
    ['an emoji as name', { surname: '🦷' }, 'surname'],
    ['a name with a control character', { surname: 'Ada\u0007ibO' }, 'surname'],
    ['a name with a line break', { surname: 'Ada\r\nBcc: all@example.com' }, 'surname'],
    ['a name with a zero byte', { surname: 'Ada\u0000' }, 'surname'],
    ['half a character', { surname: 'Ada\ud800' }, 'surname'],
    ['markup as name', { other_names: '<script>alert(1)</script>' }, 'other_names'],
    ['no email', { email: null }, 'email'],
    ['no address in the email', { email: 'ada' }, 'email'],
    ['an endless email', { email: `${long}@example.com` }, 'email'],
    ['right-to-left letters in the email', { email: 'مرحبا@example.com' }, 'email'],
    ['no phone', { phone_number: '' }, 'phone_number'],
    ['letters as phone', { phone_number: 'call me' }, 'phone_number'],
    ['too many digits', { phone_number: '+12345678901234567' }, 'phone_number'],
    ['a child of 9', { age: 9 }, 'age'],
    ['an age of 400', { age: 400 }, 'age'],
    ['half a year', { age: 20.5 }, 'age'],
    ['an age in letters', { age: 'forty' }, 'age'],
    ['another gender word', { gender: 'x' }, 'gender'],
    ['an endless nationality', { nationality: long }, 'nationality'],
    ['an endless address', { address: long }, 'address'],
    ['an unknown location', { location: 'kano' }, 'location'],
    ['all locations', { location: 'all' }, 'location'],
    ['a number as location', { location: 1 }, 'location'],
    ['no type', { appointmentType: null }, 'appointmentType'],
    ['an unknown type', { appointmentType: 'surgery' }, 'appointmentType'],
    ['an unknown service', { service_id: 'hair-cut' }, 'service_id'],
    ['a service of the other type', { service_id: 'root-canal' }, 'service_id'],
    [
      'a service in words of one’s own',
      { service_id: null, serviceText: 'Win at example.org' },
      'serviceText',
    ],
    ['a message as name', { surname: 'Click here to win' }, 'surname'],
    ['a web address in two words', { other_names: 'example com' }, 'other_names'],
    ['a web address as name', { surname: 'www.example.org' }, 'surname'],
    ['an endless service text', { service_id: null, serviceText: long }, 'serviceText'],
    ['an unknown doctor', { doctor_id: 'dr-who' }, 'doctor_id'],
    ['a doctor of another location', { doctor_id: 'lag-balogun' }, 'doctor_id'],
    ['SQL as doctor', { doctor_id: "x'; DROP TABLE patients; --" }, 'doctor_id'],
    ['a past date', { appointment_date: '2030-03-01' }, 'appointment_date'],
    [
      'a time of today that has passed',
      { appointment_date: '2030-03-04', start_time: '06:30' },
      'start_time',
    ],
    ['a day that does not exist', { appointment_date: '2030-02-30' }, 'appointment_date'],
    ['a date in another form', { appointment_date: '05/03/2030' }, 'appointment_date'],
    ['a date beyond the horizon', { appointment_date: '2031-03-05' }, 'appointment_date'],
    ['a Sunday', { appointment_date: '2030-03-10' }, 'appointment_date'],
    ['before opening', { start_time: '07:00' }, 'start_time'],
    ['at closing time', { start_time: '17:00' }, 'start_time'],
    ['off the grid', { start_time: '10:10' }, 'start_time'],
    ['25 o’clock', { start_time: '25:00' }, 'start_time'],
    ['an endless complaint', { description: long }, 'description'],
    ['another duration', { duration: 300 }, 'duration'],
    ['another unit', { duration_type: 'h' }, 'duration_type'],
    ['another consultation', { consultation_id: 'second' }, 'consultation_id'],
    ['a room', { consulting_room_id: 7 }, 'consulting_room_id'],
    ['a bill', { bill: true }, 'bill'],
  ])('%s', async (_, wrong, field) => {
    const answer = await clinic.book(wrong)
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect(answer.body.errors?.[field]).toMatch(/^[A-Z].+[.!]$/)
    expect(await clinic.count('appointments')).toBe(0)
  })

  it.each([
    ['nothing at all', ''],
    ['half an object', '{"surname": "Ada"'],
    ['a list', '[]'],
    ['a text', '"book"'],
    ['null', 'null'],
  ])('%s as body', async (_, body) => {
    expect(await clinic.call('POST', '/api/appointments/book', body)).toMatchObject({
      status: 400,
      body: { success: false, code: 'invalid_input', errors: expect.anything() },
    })
  })

  it('every wrong field is named at once', async () => {
    const answer = await clinic.call('POST', '/api/appointments/book', {})
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(
      [
        'appointmentType',
        'appointment_date',
        'email',
        'location',
        'other_names',
        'phone_number',
        'start_time',
        'surname',
      ].sort(),
    )
  })

  it('a body over 64 KiB is refused before it is read', async () => {
    const answer = await clinic.book({ description: 'a'.repeat(70_000) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  it('the answer never repeats the input', async () => {
    const answer = await clinic.book({ email: 'secret-patient' })
    expect(JSON.stringify(answer.body)).not.toContain('secret-patient')
  })
})

describe('the right to book', () => {
  it.each(['', 'wrong'])('is denied to a bearer of %j', async (token) => {
    expect(await clinic.book({}, { token })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })
})

describe('limits against abuse', () => {
  it('require a proof past the threshold of one caller; retries are not counted', async () => {
    await using limited = await startClinic({ limits: true })
    const key = randomUUID()
    const tryOnce = (more = {}, options = {}) => limited.book({ doctor_id: 'fct-musa', ...more }, options)
    await tryOnce({}, { key })
    for (let i = 0; i < 25; i++) expect(await tryOnce({}, { key })).toMatchObject({ status: 201 })
    for (let i = 0; i < 19; i++) expect(await tryOnce()).toMatchObject({ status: 409 })
    expect(await tryOnce()).toMatchObject({ status: 428, body: { code: 'proof_required' } })
    expect(await tryOnce({}, { caller: '10.0.0.2' })).toMatchObject({ status: 409 })
    // A page whose answer was lost gets it even now.
    expect(await tryOnce({}, { key })).toMatchObject({ status: 201 })
  })

  it.each([
    { what: 'the database is full', sqlState: '53300', status: 503 },
    { what: 'something is wrong', sqlState: 'XX000', status: 500 },
  ])('do not count a booking that fails because $what', async ({ sqlState, status }) => {
    const booking = { ...clinicConfig.booking, triesPerCallerPerHour: 2 }
    await using limited = await startClinic({ limits: true, clinic: { booking } })
    await limited.database.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${sqlState}'; END $$;
       CREATE TRIGGER fail BEFORE INSERT ON appointments EXECUTE FUNCTION fail()`,
    )
    for (let i = 0; i < 3; i++) expect(await limited.book()).toMatchObject({ status })
    await limited.database.pool.query('DROP TRIGGER fail ON appointments')
    expect(await limited.book()).toMatchObject({ status: 201 })
    expect(await limited.book()).toMatchObject({ status: 201 })
    expect(await limited.book()).toMatchObject({ status: 428 })
  })
})
