import { rm } from 'node:fs/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { FULL_REACH } from '../../../domain/rights.ts'
import { joinVisitor } from '../../book/record/correct.ts'
import { optOut } from '../../messages/opt-outs/opt-outs.ts'
import { EVENTS_CHANNEL, eventsIn } from '../../platform/events/channel.ts'
import { importAlone } from '../../platform/imports/import-alone.ts'
import { erasePeople } from './erase.ts'
import { exportPeople } from './export-person.ts'
import {
  FAMILY_EMAIL,
  type KnownPeople,
  MARKS,
  rowsWith,
  startWithKnownPeople,
} from './known-people.fixture.ts'

const erase = (clinic: KnownPeople, who: 'ada' | 'chidi' | 'zoe', more: object = {}) =>
  erasePeople(clinic.pool, [clinic.people[who].id], {
    now: clinic.clock.now,
    cancelComing: true,
    outbox: clinic.outbox,
    ...more,
  })
const tablesOf = (rows: readonly string[]) => [...new Set(rows.map((row) => row.split(' ')[0]))].sort()
/** The decoded text of a message: plain, base64 parts, and folded lines. */
const words = (message: string) =>
  [
    message.replace(/=\r\n/g, ''),
    ...(message.match(/(?:^[A-Za-z0-9+/]{20,}={0,2}\r$\n?)+/gm) ?? []).map((part) => atob(part)),
  ]
    .join('\n')
    .toLowerCase()

it('an erasure leaves nothing of the person in any table or message, and touches no one else', async () => {
  const clinic = await startWithKnownPeople()
  const { adas, adasCancelled, chidis, zoes } = clinic.appointments
  await clinic.sendAll()
  // One waiting job, and a request by her contact without a match.
  await clinic.askForCode('PM-ADA-1')
  const hers = [...MARKS.ada, adas.reference, adasCancelled.reference]
  const others = [...MARKS.chidi, ...MARKS.zoe, chidis.reference, zoes.reference, chidis.id, zoes.id]
  const theirsBefore = await rowsWith(clinic.pool, others)
  expect(tablesOf(await rowsWith(clinic.pool, [...hers, clinic.people.ada.id]))).toEqual([
    'public.appointments',
    // By her record's id alone.
    'public.audit_log',
    'public.challenges',
    'public.idempotency_keys',
    'public.patients',
    'public.sessions',
  ])
  expect(await clinic.messages()).toHaveLength(6)

  expect(await erase(clinic, 'ada')).toEqual({ people: 1, appointments: 2, cancelled: 1, messages: 3 })

  expect(await rowsWith(clinic.pool, hers)).toEqual([])
  expect(tablesOf(await rowsWith(clinic.pool, [clinic.people.ada.id]))).toEqual(['public.audit_log'])
  expect(await rowsWith(clinic.pool, others)).toEqual(theirsBefore)
  const jobs = 'SELECT data FROM pgboss.job WHERE data::text LIKE ANY($1)'
  expect((await clinic.pool.query(jobs, [[`%${adas.id}%`, `%${adasCancelled.id}%`]])).rows).toEqual([])
  const left = (await clinic.messages()).map(words)
  expect(left).toHaveLength(3)
  expect(left.join()).toContain('hello chidimarker')
  for (const mark of hers) expect(left.join()).not.toContain(mark.toLowerCase())
  for (const { reference } of [chidis, zoes]) expect(left.join()).toContain(reference.toLowerCase())
})

it('an erasure leaves no text about the person: reasons, notes, replies and words of all kinds', async () => {
  const clinic = await startWithKnownPeople()
  const { pool, admin, people } = clinic
  const { bearer } = admin
  const id = people.ada.id
  const call = async (method: string, path: string, body: object, headers: object = {}) => {
    const answer = await clinic.call(method, `/api${path}`, body, { ...bearer, ...headers })
    expect([method, path, answer.status, answer.body.code]).toEqual([
      method,
      path,
      expect.toSatisfy((status: number) => status < 300),
      undefined,
    ])
    return answer.body.data as { id: string }
  }
  const desk = { location: 'fct', doctor: 'fct-okafor', channel: 'phone', patient: { id } }
  const override = (reason: string) => ({ override: { reason, over: ['closed'] } })
  const { id: visit } = await call('POST', '/appointments/desk', {
    ...{ ...desk, appointment_date: '2030-03-06', start_time: '19:00', description: 'complaintmark' },
    ...override('has bookmark therapy'),
  })
  const move = { appointment_date: '2030-03-07', start_time: '20:00', doctor: 'fct-danjuma' }
  await call('PATCH', `/appointments/${visit}`, { move, ...override('movemark, then surgery') })
  await call('POST', `/patients/${id}/notes`, { text: 'notemark' })
  await call('PATCH', `/patients/${id}`, {
    title: 'titlemark',
    address: 'addressmark',
    guardian: 'guardianmark',
  })
  const wait = await call('POST', '/waiting-list', { patient: { id }, location: 'fct' })
  await call('PATCH', `/waiting-list/${wait.id}`, { note: 'waitmark' })
  const { rows } = await pool.query(
    `INSERT INTO todos (kind, appointment_id, words) VALUES ('reply_not_understood', $1, 'wordsmark') RETURNING id`,
    [visit],
  )
  await call('POST', `/todo/${rows[0].id}/done`, { note: 'todomark' })
  await call('PATCH', `/appointments/${visit}`, { status: 'cancelled', reason: 'cancelmark' })
  await pool.query(
    `UPDATE pgboss.job SET output = '{"message": "outputmark"}' WHERE data ->> 'appointmentId' = $1`,
    [visit],
  )
  const marks = [
    'complaintmark',
    'bookmark',
    'movemark',
    'notemark',
    'titlemark',
    'addressmark',
    'guardianmark',
    'waitmark',
  ]
  const all = [...marks, 'wordsmark', 'todomark', 'cancelmark', 'outputmark', ...MARKS.ada]
  for (const mark of all.slice(0, 12)) expect(await rowsWith(pool, [mark]), mark).not.toEqual([])

  await erase(clinic, 'ada')
  expect(await rowsWith(pool, all)).toEqual([])
  // Only her id remains in the trail, which can still be read.
  expect(tablesOf(await rowsWith(pool, [id]))).toEqual(['public.audit_log'])
  const page = await clinic.call('GET', '/api/audit?limit=100', undefined, bearer)
  expect(page.status).toBe(200)
  const erased = (page.body.data as { action: string; seen: unknown; details: object }[]).find(
    ({ action }) => action === 'patient.erased',
  )
  expect(erased).toMatchObject({ seen: null, details: { by: 'operator', appointments: 3 } })
  const file = await clinic.app.request('/api/audit/export', { method: 'POST', headers: bearer }, {})
  expect([file.status, (await file.text()).includes('patient.erased')]).toEqual([200, true])
})

it('an erasure covers a visitor by the contact too, when no one else has it', async () => {
  const clinic = await startWithKnownPeople()
  await clinic.call('POST', '/api/send-otp/email', { destination: 'zoe.marker@example.com', location: 'fct' })
  await clinic.sendAll()
  for (const key of ['zoe.marker@example.com', '+2348065550199', FAMILY_EMAIL]) {
    await optOut(clinic.pool, key, clinic.clock.now)
  }
  const { reference } = clinic.appointments.zoes
  expect(await erase(clinic, 'zoe')).toEqual({ people: 1, appointments: 1, cancelled: 1, messages: 1 })
  expect(await rowsWith(clinic.pool, [...MARKS.zoe, reference])).toEqual([])
  expect(words((await clinic.messages()).join())).not.toContain('zoe')
  expect((await rowsWith(clinic.pool, [FAMILY_EMAIL])).length).toBeGreaterThan(0)
})

it('an erasure keeps the appointment without its patient: when, where, with whom and for what', async () => {
  const clinic = await startWithKnownPeople()
  const { adas } = clinic.appointments
  const row = async () =>
    (await clinic.pool.query('SELECT * FROM appointments WHERE id = $1', [adas.id])).rows[0]
  const before = await row()
  clinic.clock.now = new Date('2030-03-05T12:00:00+01:00')
  await erase(clinic, 'ada', { cancelComing: false })
  expect(await row()).toEqual({
    ...before,
    patient_id: ERASED_PATIENT_ID,
    reference: expect.stringMatching(/^[3-9A-Y]{8}$/),
    complaint: '',
    doctor_chosen: false,
    updated_at: expect.any(Date),
    version: 2,
  })
  expect((await row()).reference).not.toBe(before.reference)
  const { bearer } = await clinic.signedIn({ username: 'later' })
  const { body } = await clinic.call('GET', `/api/appointments/${adas.id}`, undefined, bearer)
  expect(body.data).toMatchObject({
    isOpen: true,
    description: '',
    user: { surname: 'Erased', other_names: '', email: '', phone_number: '', address: '' },
    patient: { age: null, gender: null, nationality: null },
  })
  expect(body.data).not.toHaveProperty('user.displayName')
})

it('an erasure notifies open dashboards, once it is done', async () => {
  const clinic = await startWithKnownPeople()
  const { adas, adasCancelled } = clinic.appointments
  const line = new pg.Client({ connectionString: clinic.database.url })
  onTestFinished(() => line.end())
  await line.connect()
  const told: unknown[] = []
  line.on('notification', ({ payload }) => told.push(...eventsIn(payload ?? '')))
  await line.query(`LISTEN ${EVENTS_CHANNEL}`)
  await erase(clinic, 'ada')
  const changed = { type: 'appointment', change: 'changed', location: 'fct', version: 3 }
  const both = [adas, adasCancelled].map(({ id }) => ({ ...changed, id }))
  await expect.poll(() => told).toEqual(expect.arrayContaining(both))
})

it('an erasure is refused before a future appointment; on request it cancels that, and writes to no one', async () => {
  const clinic = await startWithKnownPeople()
  const { adas } = clinic.appointments
  const before = await rowsWith(clinic.pool, MARKS.ada)
  await expect(erase(clinic, 'ada', { cancelComing: false })).rejects.toThrow(
    `Still to come: ${adas.reference}.`,
  )
  expect(await rowsWith(clinic.pool, MARKS.ada)).toEqual(before)

  await erase(clinic, 'ada')
  const { rows } = await clinic.pool.query('SELECT status FROM appointments WHERE id = $1', [adas.id])
  expect(rows).toEqual([{ status: 'cancelled' }])
  expect(await rowsWith(clinic.pool, ['cancellation-mail"'])).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^pgboss\.job /)]),
  )
  const free = await clinic.call('GET', '/api/availability?location=fct&from=2030-03-05&to=2030-03-05')
  expect(JSON.stringify(free.body.data)).toContain('10:00')
  const trail = await clinic.pool.query(
    `SELECT action, subject_kind, details FROM audit_log WHERE staff_id IS NULL ORDER BY id`,
  )
  expect(trail.rows).toEqual([
    { action: 'appointment.cancelled', subject_kind: 'appointment', details: { by: 'operator', version: 2 } },
    { action: 'patient.erased', subject_kind: 'patient', details: { by: 'operator', appointments: 2 } },
  ])
})

it('an erasure happens whole or not at all, and once', async () => {
  const clinic = await startWithKnownPeople()
  await clinic.sendAll()
  const before = await rowsWith(clinic.pool, MARKS.ada)
  // Makes the last step of the transaction fail: a file is in the folder's place.
  await expect(erase(clinic, 'ada', { outbox: process.execPath })).rejects.toThrow('ENOTDIR')
  expect(await rowsWith(clinic.pool, MARKS.ada)).toEqual(before)

  const both = await Promise.all([erase(clinic, 'ada'), erase(clinic, 'ada')])
  expect(both.map(({ people }) => people).sort()).toEqual([0, 1])
  expect(await erase(clinic, 'ada')).toMatchObject({ people: 0, appointments: 0 })
  const { rows } = await clinic.pool.query(
    `SELECT count(*)::int AS n FROM audit_log WHERE action = 'patient.erased'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

it('an erasure during a sending or an import is refused with a message to try later', async () => {
  const clinic = await startWithKnownPeople()
  const mark = (state: string) => clinic.pool.query(`UPDATE pgboss.job SET state = $1`, [state])
  await mark('active')
  await expect(erase(clinic, 'zoe')).rejects.toThrow('A message to this patient is just being sent.')
  await mark('created')
  await importAlone(clinic.pool, async () => {
    await expect(erase(clinic, 'zoe')).rejects.toThrow('is being imported')
  })
  await rm(clinic.outbox, { recursive: true, force: true })
  expect(await erase(clinic, 'zoe')).toMatchObject({ people: 1, messages: 0 })
})

it('an erasure includes the visitor’s records that were merged with a patient, and an export has them', async () => {
  const clinic = await startWithKnownPeople()
  const { ada, zoe } = clinic.people
  const staffId = clinic.admin.id
  expect(await joinVisitor(clinic.pool, ada.id, zoe.id, { staffId, reach: FULL_REACH, joins: true })).toBe(
    true,
  )
  let text = ''
  await exportPeople(clinic.pool, [ada.id], {
    now: clinic.clock.now,
    clinicName: 'Enamel',
    outbox: clinic.outbox,
    write: async (all) => {
      text = all
    },
  })
  expect(JSON.parse(text).records).toMatchObject([{ id: ada.id }, { id: zoe.id, joinedTo: ada.id }])
  expect(await erase(clinic, 'ada')).toMatchObject({ people: 2, appointments: 3 })
  expect(await rowsWith(clinic.pool, [...MARKS.ada, ...MARKS.zoe])).toEqual([])
})
