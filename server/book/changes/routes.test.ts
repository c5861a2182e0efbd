import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppointmentDetails } from '../../../contract/appointments.ts'
import type { BookAppointmentWire } from '../../../contract/booking.ts'
import { aroundGuard } from '../../../tests/support/audit-trail.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { newToken, tokenHash } from '../../accounts/auth/tokens.ts'
import { EVENTS_CHANNEL, eventsIn, notify } from '../../platform/events/channel.ts'

/* Today is Monday 4 March 2030, 07:00 in the clinic; the booking of the tests is on Tuesday at 10:00 in Abuja. */

type Clinic = Awaited<ReturnType<typeof startClinic>>

const confirm = { isOpen: false }
const reopen = { isOpen: true }
const cancel = { status: 'cancelled' }

/** An admin, and an appointment that they change. */
async function withAppointment(clinic: Clinic, more: Partial<BookAppointmentWire> = {}) {
  const { bearer, id: staffId } = await clinic.signedIn()
  const { body } = await clinic.book(more)
  const { reference } = body.data as { reference: string }
  const { rows } = await clinic.database.pool.query('SELECT id FROM appointments WHERE reference = $1', [
    reference,
  ])
  const id: string = rows[0].id
  return {
    id,
    reference,
    staffId,
    bearer,
    change: (change: unknown, headers: Record<string, string> = {}) =>
      clinic.call('PATCH', `/api/appointments/${id}`, change, { ...bearer, ...headers }),
    details: async () => {
      const answer = await clinic.call('GET', `/api/appointments/${id}`, undefined, bearer)
      return { ...answer, data: answer.body.data as AppointmentDetails }
    },
  }
}

const audited = async ({ database }: Clinic) =>
  (
    await database.pool.query(
      `SELECT action, staff_id, subject_id, details FROM audit_log
       WHERE subject_kind = 'appointment' AND action <> 'appointment.read' ORDER BY id`,
    )
  ).rows
const mails = async ({ database }: Clinic) =>
  (await database.pool.query(`SELECT data FROM pgboss.job WHERE name = 'cancellation-mail'`)).rows.map(
    ({ data }) => data,
  )

async function freeTimes(clinic: Clinic): Promise<string[]> {
  const { body } = await clinic.call(
    'GET',
    '/api/availability?location=fct&from=2030-03-05&to=2030-03-05&doctorId=fct-musa',
  )
  return (body.data as { slots: string[] }[])[0]?.slots ?? []
}

it('a bulk confirmation of listed versions leaves out only the one that was overtaken', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn({ username: 'eze', type: 'reception', locations: ['fct'] })
  for (const start_time of ['10:00', '11:00', '12:00']) await clinic.book({ start_time })
  const listed = async () => {
    const { body } = await clinic.call('POST', '/api/appointments/fct', {}, bearer)
    return body.data as { id: string; version: number; status: string }[]
  }
  const rows = await listed()
  expect(rows).toHaveLength(3)
  const overtaken = rows[1]?.id
  await clinic.call('PATCH', `/api/appointments/${overtaken}`, cancel, bearer)
  const answers = []
  for (const { id, version } of rows) {
    const match = { ...bearer, 'if-match': `"${version}"` }
    answers.push(await clinic.call('PATCH', `/api/appointments/${id}`, confirm, match))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200])
  expect(answers[1]?.body).toMatchObject({ data: { id: overtaken, status: 'cancelled' } })
  expect((await listed()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  expect((await audited(clinic)).map(({ action }) => action)).toEqual([
    'appointment.cancelled',
    'appointment.confirmed',
    'appointment.confirmed',
  ])
})

describe('an appointment', () => {
  it('is confirmed and reopened, each with the person in the audit trail', async () => {
    await using clinic = await startClinic()
    const { id, reference, staffId, change } = await withAppointment(clinic)
    const confirmed = await change(confirm)
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { id, reference, isOpen: false, status: 'confirmed', version: 2, blocked: false },
      },
    })
    expect(confirmed.headers.get('cache-control')).toBe('no-store')
    expect(await change(reopen, { 'if-match': '"2"' })).toMatchObject({
      body: { data: { isOpen: true, status: 'open', version: 3 } },
    })
    expect(await audited(clinic)).toEqual([
      { action: 'appointment.confirmed', staff_id: staffId, subject_id: id, details: { version: 2 } },
      { action: 'appointment.reopened', staff_id: staffId, subject_id: id, details: { version: 3 } },
    ])
    expect(await mails(clinic)).toEqual([])
  })

  it('that is cancelled frees its slot and enqueues one mail, by its id', async () => {
    await using clinic = await startClinic()
    const { id, staffId, change } = await withAppointment(clinic, { doctor_id: 'fct-musa' })
    expect(await freeTimes(clinic)).not.toContain('10:00')
    expect(await change({ ...cancel, reason: 'The doctor is ill.' })).toMatchObject({
      status: 200,
      body: { data: { id, status: 'cancelled', isOpen: false, version: 2 } },
    })
    expect(await freeTimes(clinic)).toContain('10:00')
    const again = { doctor_id: 'fct-musa', email: 'other@example.com', phone_number: '08031230000' }
    expect(await clinic.book(again)).toMatchObject({ status: 201 })
    expect(await mails(clinic)).toEqual([{ kind: 'cancellation', appointmentId: id }])
    expect(await audited(clinic)).toEqual([
      { action: 'appointment.cancelled', staff_id: staffId, subject_id: id, details: { version: 2 } },
    ])
  })

  it('keeps its version when it already has the new state', async () => {
    await using clinic = await startClinic()
    const { change } = await withAppointment(clinic)
    expect(await change(reopen)).toMatchObject({ status: 200, body: { data: { version: 1 } } })
    await change(confirm)
    expect(await change(confirm)).toMatchObject({
      status: 200,
      body: { data: { status: 'confirmed', version: 2 } },
    })
    expect(await audited(clinic)).toHaveLength(1)
  })

  it('can be confirmed but not cancelled once it has begun', async () => {
    await using clinic = await startClinic()
    const { change } = await withAppointment(clinic, { appointment_date: '2030-03-04', start_time: '09:00' })
    clinic.clock.now = new Date('2030-03-04T09:00:00+01:00')
    expect(await change(cancel)).toMatchObject({
      status: 409,
      body: { success: false, code: 'already_begun', data: { status: 'open', version: 1 } },
    })
    expect(await change(confirm)).toMatchObject({ status: 200 })
    expect(await mails(clinic)).toEqual([])
    clinic.clock.now = new Date('2030-03-04T08:59:59+01:00')
    expect(await change(cancel)).toMatchObject({ status: 200 })
    expect(await mails(clinic)).toHaveLength(1)
  })

  it('stays as it was, without a mail, when the audit entry cannot be written', async () => {
    await using clinic = await startClinic()
    const { id, change, details } = await withAppointment(clinic)
    await clinic.database.pool.query('ALTER TABLE audit_log RENAME TO away')
    expect(await change(cancel)).toMatchObject({ status: 500 })
    await clinic.database.pool.query('ALTER TABLE away RENAME TO audit_log')
    expect((await details()).data).toMatchObject({ id, status: 'open', version: 1 })
    expect(await mails(clinic)).toEqual([])
    expect(await audited(clinic)).toEqual([])
  })

  it('publishes each change, and nothing that was refused', async () => {
    await using clinic = await startClinic()
    const { id, change } = await withAppointment(clinic)
    const line = new pg.Client({ connectionString: clinic.database.url })
    await line.connect()
    const heard: unknown[] = []
    line.on('notification', ({ payload = '' }) => heard.push(...eventsIn(payload)))
    await line.query(`LISTEN ${EVENTS_CHANNEL}`)
    await change(confirm, { 'if-match': '7' })
    await change(reopen)
    await change(confirm)
    await change(cancel)
    await change(cancel)
    const told = (version: number) => ({
      type: 'appointment',
      change: 'changed',
      id,
      location: 'fct',
      version,
    })
    // The last event shows that nothing else came before.
    const end = { type: 'blocker', id: randomUUID() } as const
    await notify(clinic.database.pool, end)
    await vi.waitFor(() => expect(heard).toContainEqual(end))
    expect(heard).toEqual([told(2), told(3), end])
    await line.end()
  })
})

describe('two people changing the same appointment', () => {
  it('do not overwrite each other: a stale version is refused with the current one', async () => {
    await using clinic = await startClinic()
    const { change } = await withAppointment(clinic)
    expect(await change(confirm, { 'if-match': '"1"' })).toMatchObject({ status: 200 })
    for (const late of [confirm, reopen, cancel]) {
      expect(await change(late, { 'if-match': '"1"' })).toMatchObject({
        status: 409,
        body: { success: false, code: 'stale_version', data: { status: 'confirmed', version: 2 } },
      })
    }
    expect(await audited(clinic)).toHaveLength(1)
  })

  it.each([
    ['confirm', confirm, 'stale_version'],
    ['cancel', cancel, 'already_cancelled'],
  ])('succeed once when twenty %s it at once', async (_, wanted, code) => {
    await using clinic = await startClinic()
    const { change } = await withAppointment(clinic)
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(wanted, { 'if-match': '1' })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(19)
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code, data: { version: 2 } } })
    expect(await audited(clinic)).toHaveLength(1)
    expect(await mails(clinic)).toHaveLength(wanted === cancel ? 1 : 0)
  })

  it('get a conflict when one cancels while the other confirms', async () => {
    await using clinic = await startClinic()
    const { change } = await withAppointment(clinic)
    await change({ ...cancel, reason: 'First' })
    for (const late of [confirm, reopen, { ...cancel, reason: 'Second' }]) {
      for (const headers of [{}, { 'if-match': '1' }, { 'if-match': '2' }]) {
        expect(await change(late, headers as Record<string, string>)).toMatchObject({
          status: 409,
          body: { code: 'already_cancelled', data: { status: 'cancelled', version: 2 } },
        })
      }
    }
    expect(await mails(clinic)).toHaveLength(1)
  })
})

describe('the details of an appointment', () => {
  it('have the row, more about the patient, and the history with names', async () => {
    await using clinic = await startClinic()
    const { id, reference, change, details } = await withAppointment(clinic, {
      description: 'It hurts\nat night',
      doctor_id: 'fct-musa',
    })
    await clinic.database.pool.query(`UPDATE staff SET profession = ' Dentist '`)
    await change(confirm)
    await change(reopen)
    await change({ ...cancel, reason: 'The doctor is ill.' })
    await aroundGuard(
      clinic.database.pool,
      `UPDATE appointments SET created_at = '2030-03-04T06:00:00Z'; UPDATE audit_log SET at = '2030-03-04T08:30:00Z'`,
    )
    const { status, headers, data } = await details()
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const by = 'Dr. Ada Obi'
    const at = '2030-03-04T09:30:00.000+01:00'
    expect(data).toEqual({
      id,
      reference,
      appointment_date: '2030-03-05T10:00:00+01:00',
      end: '2030-03-05T10:30:00+01:00',
      duration: 30,
      isOpen: false,
      status: 'cancelled',
      visit: null,
      visitTimes: {},
      patientConfirmedAt: null,
      channel: 'web',
      moved: 0,
      waiting: null,
      version: 4,
      blocked: false,
      marks: [],
      bookedBy: null,
      serviceId: 'tooth-pain',
      serviceText: 'Tooth Pain',
      description: 'It hurts\nat night',
      doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
      doctorChosen: true,
      cancelReason: 'The doctor is ill.',
      recallMonths: null,
      waitingId: null,
      user: {
        location: 'fct',
        surname: 'Ada',
        other_names: 'Obi',
        address: '... Abuja',
        email: 'ada.obi@example.com',
        phone_number: '0803 123 4567',
      },
      patient: {
        id: expect.any(String),
        age: 34,
        gender: 'female',
        nationality: 'nigeria',
        guardian: '',
        noShows: 0,
        visits: 0,
        lastVisit: null,
        note: null,
      },
      // No worker has begun to send any.
      messages: [],
      history: [
        { at: '2030-03-04T07:00:00.000+01:00', action: 'booked', by: null },
        { at, action: 'confirmed', by },
        { at, action: 'reopened', by },
        { at, action: 'cancelled', by },
      ],
    })
  })

  it('mark as unknown what no one has recorded', async () => {
    await using clinic = await startClinic()
    const { change, details } = await withAppointment(clinic, { age: null, gender: null, nationality: null })
    await change(cancel)
    expect((await details()).data).toMatchObject({
      doctorChosen: false,
      cancelReason: null,
      patient: { age: null, gender: null },
    })
  })

  it('list the latest hundred changes, the oldest of them first, and the booking always', async () => {
    await using clinic = await startClinic()
    const { id, staffId, details } = await withAppointment(clinic)
    await clinic.database.pool.query(
      `INSERT INTO audit_log (at, staff_id, action, subject_kind, subject_id)
       SELECT '2030-03-04T06:00:00.25Z'::timestamptz + n * interval '1 minute', $1,
         CASE n % 2 WHEN 0 THEN 'appointment.reopened' ELSE 'appointment.confirmed' END, 'appointment', $2
       FROM generate_series(1, 130) AS n`,
      [staffId, id],
    )
    // Of another appointment, of something else with the same id, and without a change.
    await clinic.database.pool.query(
      `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id) VALUES
        ($1, 'appointment.confirmed', 'appointment', $2), ($1, 'blocker.changed', 'blocker', $3),
        ($1, 'appointment.read', 'appointment', $3)`,
      [staffId, randomUUID(), id],
    )
    const { history } = (await details()).data
    expect(history).toHaveLength(101)
    expect(history[0]).toMatchObject({ action: 'booked', by: null })
    expect(history[1]).toEqual({
      at: '2030-03-04T07:31:00.250+01:00',
      action: 'confirmed',
      by: 'Dt. Ada Obi',
    })
    expect(history.at(-1)).toEqual({
      at: '2030-03-04T09:10:00.250+01:00',
      action: 'reopened',
      by: 'Dt. Ada Obi',
    })
  })

  it('are the same under an id in capitals, and a change by it is in the history', async () => {
    await using clinic = await startClinic()
    const { id, bearer, details } = await withAppointment(clinic)
    const path = `/api/appointments/${id.toUpperCase()}`
    expect(await clinic.call('PATCH', path, confirm, bearer)).toMatchObject({ status: 200 })
    expect((await details()).data.history).toHaveLength(2)
    const { body } = await clinic.call('GET', path, undefined, bearer)
    expect(body.data).toEqual((await details()).data)
  })
})

describe('a change is refused', () => {
  let clinic: Clinic
  let theirs: Awaited<ReturnType<typeof withAppointment>>
  beforeAll(async () => {
    clinic = await startClinic()
    theirs = await withAppointment(clinic)
  })
  afterAll(() => clinic[Symbol.asyncDispose]())

  it.each<[string, unknown, Record<string, string>, string]>([
    ['nothing to change', {}, {}, 'body'],
    ['two changes at once', { isOpen: true, status: 'cancelled' }, {}, 'body'],
    ['a reason alone', { reason: 'Ill' }, {}, 'body'],
    ['no body', undefined, {}, 'body'],
    ['no JSON', '{"isOpen":', {}, 'body'],
    ['a list', [confirm], {}, 'body'],
    ['a word for isOpen', { isOpen: 'false' }, {}, 'isOpen'],
    ['null for isOpen', { isOpen: null }, {}, 'isOpen'],
    ['another status', { status: 'confirmed' }, {}, 'status'],
    ['an over-long reason', { ...cancel, reason: 'x'.repeat(301) }, {}, 'reason'],
    ['a reason with a NUL', { ...cancel, reason: 'x\u0000' }, {}, 'reason'],
    ['a reason with a control character', { ...cancel, reason: 'x\u0007y' }, {}, 'reason'],
    ['a reason that nobody can see', { ...cancel, reason: '\u200b' }, {}, 'reason'],
    ['a number for a reason', { ...cancel, reason: 7 }, {}, 'reason'],
    ['a version in words', confirm, { 'if-match': 'latest' }, 'if-match'],
    ['any version', confirm, { 'if-match': '*' }, 'if-match'],
    ['a version below zero', confirm, { 'if-match': '-1' }, 'if-match'],
    ['several versions', confirm, { 'if-match': '"1", "2"' }, 'if-match'],
    ['a weak version', confirm, { 'if-match': 'W/"1"' }, 'if-match'],
    ['a version beyond counting', confirm, { 'if-match': '99999999999' }, 'if-match'],
  ])('with %s: 400', async (_, body, headers, field) => {
    const { change, details } = theirs
    const answer = await change(body, headers)
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect((await details()).data).toMatchObject({ status: 'open', version: 1 })
    expect(await audited(clinic)).toEqual([])
  })

  it.each([
    ['a number', '12', 400],
    ['a reference', 'ACDE3467', 400],
    ['a location', 'fct', 400],
    ['SQL', "'%20OR%201=1", 400],
    ['an id without end', 'a'.repeat(1000), 400],
    ['an id that nobody has', randomUUID(), 404],
  ])('with %s for an id: %i', async (_, id, status) => {
    const { bearer } = theirs
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', confirm],
    ] as const) {
      const answer = await clinic.call(method, `/api/appointments/${id}`, body, bearer)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({
        success: false,
        code: status === 404 ? 'not_found' : 'invalid_input',
      })
    }
  })

  it('with the id of a patient: 404', async () => {
    const { id, bearer } = theirs
    const { rows } = await clinic.database.pool.query('SELECT patient_id FROM appointments WHERE id = $1', [
      id,
    ])
    const path = `/api/appointments/${rows[0].patient_id}`
    expect(await clinic.call('GET', path, undefined, bearer)).toMatchObject({ status: 404 })
    expect(await clinic.call('PATCH', path, cancel, bearer)).toMatchObject({ status: 404 })
  })

  it('to everyone but admins, before any word about the appointment', async () => {
    const { id } = theirs
    const staff = await clinic.signedIn({ username: 'chidi', type: 'staff' })
    const token = newToken()
    await clinic.database.pool.query(
      `INSERT INTO sessions (token_hash, patient_id, created_at, expires_at)
       SELECT $1, id, $2, $2::timestamptz + interval '30 minutes' FROM patients LIMIT 1`,
      [tokenHash(token), clinic.clock.now],
    )
    const callers: [Record<string, string>, number][] = [
      [{}, 403],
      [staff.bearer, 403],
      [{ authorization: `Bearer ${token}` }, 403],
      [{ authorization: '' }, 401],
      [{ authorization: 'Bearer unknown' }, 401],
    ]
    for (const [headers, status] of callers) {
      for (const known of [id, randomUUID(), '12']) {
        for (const [method, body] of [
          ['GET', undefined],
          ['PATCH', cancel],
        ] as const) {
          const answer = await clinic.call(method, `/api/appointments/${known}`, body, headers)
          expect(answer.status).toBe(status)
          // At most under which version of the rights it was refused.
          expect([undefined, { rightsVersion: 1 }]).toContainEqual(answer.body.data)
        }
      }
    }
    expect(await audited(clinic)).toEqual([])
  })
})

it('the log contains no reasons and names, when the database fails too', async () => {
  const logged: string[] = []
  await using clinic = await startClinic({ logged })
  const { change, details } = await withAppointment(clinic)
  await details()
  await clinic.database.pool.query('ALTER TABLE pgboss.job RENAME TO away')
  expect(await change({ ...cancel, reason: 'Sorryreason' })).toMatchObject({ status: 500 })
  expect(logged.join()).toContain('request failed')
  expect(logged.join()).not.toMatch(/sorryreason|obi\b|example\.com|0803 123|8031234/i)
})
