import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PatientRecord } from '../../../contract/patients.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { optOut } from '../../messages/opt-outs/opt-outs.ts'
import { claimMessage } from '../../messages/send/repository.ts'
import { countCorrectedContacts } from './correct.ts'

/* Monday 4 March 2030, 07:00 in the clinic. */

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearers: Record<'admin' | 'manager' | 'abuja' | 'lagos' | 'musa', Record<string, string>>
beforeAll(async () => {
  clinic = await startClinic()
  const as = async (username: string, more: object) => (await clinic.signedIn({ username, ...more })).bearer
  bearers = {
    admin: await as('boss', {}),
    manager: await as('manager', { type: 'manager', locations: ['fct'] }),
    abuja: await as('abuja', { type: 'reception', locations: ['fct'] }),
    lagos: await as('lagos', { type: 'reception', locations: ['lag'] }),
    musa: await as('musa', { type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' }),
  }
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  // Not emptied at once, which would end the sessions as well.
  for (const table of ['appointments', 'challenges', 'patients', 'idempotency_keys', 'pgboss.job']) {
    await clinic.database.pool.query(`DELETE FROM ${table}`)
  }
})

type Who = keyof typeof bearers
async function ask(method: string, path: string, body: unknown, by: Who, more: Record<string, string> = {}) {
  const answer = await clinic.call(method, `/api/patients${path}`, body, { ...bearers[by], ...more })
  return { ...answer, record: answer.body.data as PatientRecord }
}
const open = (id: string, by: Who = 'admin') => ask('GET', `/${id}`, undefined, by)
const search = (text: string, by: Who) => ask('POST', '/search', { search: text }, by)

async function recordOf(more: Parameters<typeof clinic.book>[0]): Promise<string> {
  const { body } = await clinic.book(more)
  const { rows } = await clinic.database.pool.query(
    'SELECT patient_id FROM appointments WHERE reference = $1',
    [(body.data as { reference: string }).reference],
  )
  return rows[0].patient_id
}
const registered = (more = {}) =>
  storeRegistered(clinic.database.pool, {
    clinicId: 'PF/2101',
    firstName: 'zainab',
    lastName: 'bello',
    email: 'bello@example.com',
    phone: '+2348030000201',
    birthDate: '1985-03-21',
    ...more,
  })
const visitor = {
  surname: 'Zainab',
  other_names: 'Belo',
  email: 'bello@example.com',
  phone_number: '0803 000 0777',
}

describe('a patient record', () => {
  it('has the person, appointments, messages, and who shares a contact', async () => {
    const { id } = await registered()
    const { id: son } = await registered({ clinicId: 'PF/2102', firstName: 'yusuf' })
    const other = await recordOf(visitor)
    const { status, record } = await open(id)
    expect(status).toBe(200)
    expect(record).toMatchObject({
      id,
      version: 1,
      registered: true,
      clinicId: 'PF/2101',
      age: 44,
      email: 'bello@example.com',
      emailOrigin: { source: 'file', countsFrom: null },
      visits: [],
      noShows: [],
      optOuts: [],
      notes: [],
      joined: [],
      maybeSame: [{ id: other, name: 'Zainab Belo', visits: 1, lastVisit: '2030-03-05' }],
      sharing: [{ id: son }],
    })
    expect((await open(other)).record).toMatchObject({
      registered: false,
      emailOrigin: { source: 'patient' },
      visits: [{ location: 'fct', status: 'open', serviceText: 'Tooth Pain', joinedFrom: null }],
      messages: [],
      // From the visitor's side too; registered patients among themselves are a family.
      maybeSame: [{ registered: true }, { registered: true }],
    })
    expect((await open(son)).record.maybeSame.map((one) => one.id)).toEqual([other])
  })

  it('shows on which channels its contacts want no reminders', async () => {
    const { id } = await registered()
    const { pool } = clinic.database
    onTestFinished(async () => void (await pool.query('DELETE FROM contact_opt_outs')))
    await optOut(pool, 'bello@example.com', clinic.clock.now)
    expect((await open(id)).record.optOuts).toEqual(['email'])
    await optOut(pool, '+2348030000201', clinic.clock.now)
    expect((await open(id)).record.optOuts).toEqual(['email', 'sms'])
  })

  it('appears in the details of an appointment: earlier ones, no-shows, and the latest note', async () => {
    const { pool } = clinic.database
    const id = await recordOf(visitor)
    const earlier = await recordOf({ ...visitor, start_time: '11:00' })
    const missed = await recordOf({ ...visitor, start_time: '12:00' })
    const { rows } = await pool.query('SELECT id FROM appointments WHERE patient_id = $1', [id])
    const past = (from: string, visit: string, day: string) =>
      pool.query(
        `UPDATE appointments SET patient_id = $1, visit = $3, done_at = now(), no_show_at = now(), starts_at = $4::timestamptz,
           ends_at = $4::timestamptz + interval '30 minutes' WHERE patient_id = $2`,
        [id, from, visit, day],
      )
    const details = async () =>
      (await clinic.call('GET', `/api/appointments/${rows[0].id}`, undefined, bearers.abuja)).body.data
    expect(await details()).toMatchObject({ patient: { visits: 0, lastVisit: null, note: null } })
    await past(earlier, 'done', '2030-02-11T10:00:00+01:00')
    await past(missed, 'no_show', '2030-02-18T10:00:00+01:00')
    await ask('POST', `/${id}/notes`, { text: 'First.' }, 'abuja')
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
    await ask('POST', `/${id}/notes`, { text: 'Hard of hearing.' }, 'abuja')
    expect(await details()).toMatchObject({
      patient: { visits: 1, lastVisit: '2030-02-11', noShows: 1, note: 'Hard of hearing.' },
      messages: [],
    })
    clinic.clock.now = new Date(clinic.clock.now.getTime() - 60_000)
  })

  it('is open to staff with an appointment of it at an own location or in the own column, with date and town of the others', async () => {
    const id = await recordOf({ ...visitor, doctor_id: 'fct-musa' })
    for (const by of ['admin', 'manager', 'abuja', 'musa'] as const)
      expect((await open(id, by)).status).toBe(200)
    expect((await open(id, 'lagos')).status).toBe(404)
    const okafors = await recordOf({ ...visitor, doctor_id: 'fct-okafor' })
    expect((await open(okafors, 'musa')).status).toBe(404)
    await clinic.database.pool.query(
      'UPDATE appointments SET patient_id = $1, location = $3 WHERE patient_id = $2',
      [id, okafors, 'lag'],
    )
    expect((await open(id, 'abuja')).record).toMatchObject({
      visits: [{ doctor: 'Dr. Ibrahim Musa', visit: null }],
      elsewhere: [{ date: '2030-03-05', location: 'lag' }],
    })
  })

  it('is open to staff who found it by a whole contact or number, not by a part of a name, and to no doctor', async () => {
    const { id } = await registered()
    await search('zainab bello', 'lagos')
    await search('PF/2101', 'musa')
    expect((await open(id, 'lagos')).status).toBe(404)
    expect((await open(id, 'musa')).status).toBe(404)
    await search('0803 000 0201', 'lagos')
    expect((await open(id, 'lagos')).status).toBe(200)
    expect((await open(id, 'abuja')).status).toBe(404)
  })

  it('shows the delivery of its messages', async () => {
    const id = await recordOf(visitor)
    const { pool } = clinic.database
    const outcomes = async () => (await open(id)).record.messages.map(({ kind, outcome }) => [kind, outcome])
    const visit = await pool.query('SELECT id, starts_at, version FROM appointments WHERE patient_id = $1', [
      id,
    ])
    const message = {
      id: randomUUID(),
      appointmentId: visit.rows[0].id,
      kind: 'booked' as const,
      channel: 'email' as const,
      toKey: 'bello@example.com',
      startsAt: visit.rows[0].starts_at,
      version: visit.rows[0].version,
    }
    await claimMessage(pool, message)
    expect(await outcomes()).toEqual([['confirmation', 'waiting']])
    const endings = [
      ['sent', 'sent'],
      ['skipped', 'none'],
      ['refused', 'refused'],
      ['given_up', 'failed'],
      ['unknown', 'unknown'],
      ['no_contact', 'no_contact'],
    ]
    for (const [state, outcome] of endings) {
      await pool.query('UPDATE messages SET state = $1', [state])
      expect(await outcomes()).toEqual([['confirmation', outcome]])
    }
    await pool.query('DELETE FROM messages')
    const { id: registeredId } = await registered({ email: 'other@example.com' })
    await ask('PATCH', `/${registeredId}`, { email: 'new@example.com' }, 'admin')
    expect((await open(registeredId)).record.messages).toMatchObject([
      { kind: 'contact', outcome: 'waiting' },
    ])
  })

  it('is audited when opened, once an hour', async () => {
    const id = await recordOf(visitor)
    const entries = async () =>
      (
        await clinic.database.pool.query(
          `SELECT action FROM audit_log WHERE subject_kind = 'patient' AND subject_id = $1`,
          [id],
        )
      ).rows
    await open(id)
    await open(id)
    expect(await entries()).toEqual([{ action: 'patient.read' }])
  })
})

describe('a new patient', () => {
  const obi = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '0803 000 0555', clinicId: 'pf/3000' }

  it('is registered, and open to the staff member who added it', async () => {
    const { status, record } = await ask('POST', '', obi, 'lagos')
    expect(status).toBe(201)
    expect(record).toMatchObject({
      displayName: 'Ada Obi (PF/3000)',
      registered: true,
      phoneOrigin: { source: 'desk', countsFrom: null },
      emailOrigin: null,
    })
    expect((await open(record.id, 'lagos')).status).toBe(200)
    expect((await open(record.id, 'abuja')).status).toBe(404)
    // Codes go to the number at once: there was no earlier one.
    const sent = await clinic.call('POST', '/api/send-otp/sms', {
      destination: obi.phoneNumber,
      location: 'lag',
    })
    expect(sent.status).toBe(200)
    const { rows } = await clinic.database.pool.query('SELECT patient_id FROM challenges')
    expect(rows).toEqual([{ patient_id: record.id }])
  })

  it('gets no number that is taken, or was erased', async () => {
    await registered({ clinicId: 'PF/3000' })
    expect(await ask('POST', '', obi, 'abuja')).toMatchObject({
      status: 400,
      body: { errors: { clinicId: 'This number is already taken.' } },
    })
  })

  it('needs a name and the right', async () => {
    expect(await ask('POST', '', { firstName: 'Ada' }, 'abuja')).toMatchObject({
      status: 400,
      body: { errors: { lastName: expect.any(String) } },
    })
    expect((await ask('POST', '', obi, 'musa')).status).toBe(403)
  })
})

describe('a correction of a record', () => {
  const stored = async (id: string) =>
    (await clinic.database.pool.query('SELECT * FROM patients WHERE id = $1', [id])).rows[0]
  const jobs = async () =>
    (await clinic.database.pool.query(`SELECT data FROM pgboss.job WHERE name = 'account-mail'`)).rows

  it('applies to messages at once, and to codes after a day and a notice to the old contact', async () => {
    const { id } = await registered()
    const { status, record } = await ask('PATCH', `/${id}`, { email: 'New@Example.com' }, 'admin')
    expect(status).toBe(200)
    expect(record).toMatchObject({
      version: 2,
      email: 'New@Example.com',
      emailOrigin: {
        source: 'desk',
        since: '2030-03-04T07:00:00+01:00',
        countsFrom: '2030-03-05T07:00:00+01:00',
      },
      phoneOrigin: { source: 'file' },
    })
    expect(await stored(id)).toMatchObject({ email_key: 'new@example.com', email_codes: 'bello@example.com' })
    expect(await jobs()).toEqual([{ data: { kind: 'contact_changed', subjectId: id, contact: 'email' } }])
    await countCorrectedContacts(clinic.database.pool)
    expect(await stored(id)).toMatchObject({ email_codes: 'bello@example.com' })
    await clinic.database.pool.query('UPDATE patients SET email_next_at = now()')
    await countCorrectedContacts(clinic.database.pool)
    expect(await stored(id)).toMatchObject({ email_key: 'new@example.com', email_codes: null })
  })

  it('can be undone before it applies, and applies at once where there was none', async () => {
    const { id } = await registered({ phone: null })
    await ask('PATCH', `/${id}`, { email: 'new@example.com', phoneNumber: '0803 000 0999' }, 'admin')
    expect(await stored(id)).toMatchObject({ phone_e164: '+2348030000999', phone_codes: null })
    await ask('PATCH', `/${id}`, { email: 'bello@example.com' }, 'admin')
    expect(await stored(id)).toMatchObject({
      email: 'bello@example.com',
      email_codes: null,
      email_next_at: null,
    })
    expect(await jobs()).toHaveLength(1)
  })

  it('of a visitor’s contact applies at once, as no code is ever sent there', async () => {
    const id = await recordOf(visitor)
    await ask('PATCH', `/${id}`, { phoneNumber: '0803 000 0888', firstName: 'Zeinab' }, 'abuja')
    expect(await stored(id)).toMatchObject({ phone_e164: '+2348030000888', first_name: 'Zeinab' })
    expect(await jobs()).toEqual([])
  })

  it('is refused with the current record after a conflict', async () => {
    const { id } = await registered()
    const match = { 'if-match': '"1"' }
    expect((await ask('PATCH', `/${id}`, { guardian: 'Amina Bello' }, 'admin', match)).status).toBe(200)
    expect(await ask('PATCH', `/${id}`, { guardian: null }, 'admin', match)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', data: { version: 2, guardian: 'Amina Bello' } },
    })
  })

  it.each([
    {},
    { firstName: '' },
    { firstName: null },
    { email: 'no address' },
    { phoneNumber: '12' },
    { birthDate: '2030-02-30' },
    { guardian: '<b>' },
  ])('with %j is refused', async (change) => {
    const { id } = await registered()
    expect((await ask('PATCH', `/${id}`, change, 'admin')).status).toBe(400)
    expect(await stored(id)).toMatchObject({ version: 1 })
  })

  it('is audited by the names of its fields', async () => {
    const { id } = await registered()
    await ask('PATCH', `/${id}`, { email: 'new@example.com', title: null }, 'admin')
    const { rows } = await clinic.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'patient.corrected' AND subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ details: { fields: 'title, email' } }])
  })
})

describe('a note', () => {
  it('is visible to colleagues with its author, even when that is a doctor', async () => {
    const id = await recordOf({ ...visitor, doctor_id: 'fct-musa' })
    const { status, record } = await ask(
      'POST',
      `/${id}/notes`,
      { text: 'Hard of hearing:\nsend SMS.' },
      'musa',
    )
    expect(status).toBe(201)
    expect(record.notes).toMatchObject([{ text: 'Hard of hearing:\nsend SMS.', by: 'Dt. Ada Obi' }])
    expect((await ask('PATCH', `/${id}`, { guardian: 'Amina' }, 'musa')).status).toBe(403)
    expect((await ask('POST', `/${id}/notes`, { text: ' ' }, 'abuja')).status).toBe(400)
  })
})

describe('a visitor’s record', () => {
  it('is merged by hand and unlinked again, and keeps its appointment and contact', async () => {
    const { id } = await registered()
    const other = await recordOf(visitor)
    const { status, record } = await ask('POST', `/${id}/join`, { visitor: other }, 'admin')
    expect(status).toBe(200)
    expect(record).toMatchObject({
      visits: [{ joinedFrom: other }],
      joined: [{ id: other, name: 'Zainab Belo' }],
      maybeSame: [],
    })
    // Its id means the patient now, and a search finds the patient by the visitor's number.
    expect((await open(other)).record.id).toBe(id)
    expect((await search('0803 000 0777', 'lagos')).body.data).toMatchObject([
      { id, nextVisit: expect.any(String) },
    ])
    expect((await search('belo', 'abuja')).body.data).toMatchObject([{ id }])
    const parted = await ask('POST', `/${id}/part`, { visitor: other }, 'admin')
    expect(parted.record).toMatchObject({ visits: [], joined: [], maybeSame: [{ id: other }] })
    expect((await open(other)).record).toMatchObject({ id: other, phoneNumber: '0803 000 0777' })
  })

  it('of another town is merged only by staff who have found it or a contact of it', async () => {
    const { id } = await registered({ email: '', phone: '+2348030000201' })
    await search('PF/2101', 'manager')
    const other = await recordOf({ ...visitor, location: 'lag', doctor_id: undefined })
    const join = async () => (await ask('POST', `/${id}/join`, { visitor: other }, 'manager')).status
    expect(await join()).toBe(409)
    expect((await open(id)).record.joined).toEqual([])
    await search('0803 000 0777', 'manager')
    expect(await join()).toBe(200)
  })

  it('is merged with one registered patient alone, by holders of the right', async () => {
    const { id } = await registered()
    const { id: son } = await registered({ clinicId: 'PF/2102' })
    const other = await recordOf(visitor)
    const third = await recordOf({ ...visitor, start_time: '11:00' })
    const join = (to: string, one: string, by: Who = 'admin') =>
      ask('POST', `/${to}/join`, { visitor: one }, by)
    expect((await join(id, other, 'abuja')).status).toBe(403)
    expect((await join(other, third)).status).toBe(409)
    expect((await join(id, son)).status).toBe(409)
    expect((await join(id, id)).status).toBe(409)
    await Promise.all([join(id, other), join(son, other)])
    const { rows } = await clinic.database.pool.query('SELECT joined_to FROM patients WHERE id = $1', [other])
    expect([id, son]).toContain(rows[0].joined_to)
    expect((await join(rows[0].joined_to === id ? son : id, other)).status).toBe(409)
  })
})
