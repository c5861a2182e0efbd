import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { optOut } from '../../messages/opt-outs/opt-outs.ts'
import { exportPeople } from './export-person.ts'
import { HELD_TABLES } from './held-tables.ts'
import {
  allTables,
  FAMILY_EMAIL,
  type KnownPeople,
  MARKS,
  startWithKnownPeople,
} from './known-people.fixture.ts'
import { findPeopleBy } from './run-data-command.ts'

type Exported = Record<string, Record<string, unknown>[]> & { exportedAt: string }

async function exported(clinic: KnownPeople, who: 'ada' | 'zoe'): Promise<{ text: string; data: Exported }> {
  let text = ''
  await exportPeople(clinic.pool, [clinic.people[who].id], {
    now: clinic.clock.now,
    clinicName: 'Enamel',
    outbox: clinic.outbox,
    write: async (all) => {
      text = all
    },
  })
  return { text, data: JSON.parse(text) }
}

it('an export has all data about a person, and nothing of anybody else', async () => {
  const clinic = await startWithKnownPeople()
  const { adas, adasCancelled } = clinic.appointments
  await clinic.sendAll()
  await clinic.call('GET', `/api/appointments/${adas.id}`, undefined, clinic.admin.bearer)
  for (const key of [FAMILY_EMAIL, 'zoe.marker@example.com']) await optOut(clinic.pool, key, clinic.clock.now)
  const { text, data } = await exported(clinic, 'ada')
  for (const mark of MARKS.ada) expect(text.toLowerCase()).toContain(mark)
  for (const mark of [...MARKS.zoe, ...MARKS.chidi]) expect(text.toLowerCase()).not.toContain(mark)
  expect(data).toMatchObject({
    exportedAt: '2030-03-04T06:00:00.000Z',
    records: [{ registered: true, clinicId: 'PM-ADA-1', birthDate: '1985-03-21' }],
    appointments: [
      { reference: adas.reference, status: 'open', complaint: 'painmarker' },
      { reference: adasCancelled.reference, status: 'cancelled', cancelReason: 'excusemarker' },
    ],
    codeRequests: [{ contact: 'clinic_id:PM-ADA-1' }],
    noReminders: [{ contact: FAMILY_EMAIL, channel: 'email', saidAt: '2030-03-04T06:00:00.000Z' }],
    bookingAnswers: [
      { answer: { reference: adas.reference } },
      { answer: { reference: adasCancelled.reference } },
    ],
    done: [{ action: 'appointment.cancelled', by: 'ada', id: adasCancelled.id }],
    outbox: [{}, {}, {}],
  })
  expect(data.messages?.map(({ kind, output }) => [kind, output])).toEqual(
    expect.arrayContaining([
      ['confirmation-mail', { outcome: 'sent' }],
      ['cancellation-mail', { outcome: 'sent' }],
      ['one-time-code', { outcome: 'sent' }],
    ]),
  )
  expect(data.sessions).toHaveLength(2)
  expect(data.readBy?.map(({ by, id }) => ({ by, id }))).toEqual([
    { by: 'ada', id: adasCancelled.id },
    { by: 'ada', id: adas.id },
  ])
})

it('an export has the guardian of a minor, and when the patient agreed to which text', async () => {
  const clinic = await startWithKnownPeople()
  const { data } = await exported(clinic, 'zoe')
  expect(data).toMatchObject({
    records: [{ guardian: 'Aunt Guardmarker' }],
    appointments: [{ consentAt: clinic.clock.now.toISOString(), consentText: '2026-11-22' }],
  })
})

it('an export has no credentials: no token, no code, no hash of one', async () => {
  const clinic = await startWithKnownPeople()
  const { text } = await exported(clinic, 'ada')
  const { rows } = await clinic.pool.query(
    `SELECT token_hash AS secret FROM sessions UNION ALL SELECT code_hash FROM challenges WHERE code_hash IS NOT NULL
     UNION ALL SELECT request_hash FROM idempotency_keys UNION ALL SELECT key FROM idempotency_keys`,
  )
  expect(rows.length).toBeGreaterThan(6)
  for (const { secret } of rows) expect(text).not.toContain(secret)
})

it('an export is audited by id, once it is written', async () => {
  const clinic = await startWithKnownPeople()
  const entries = async () =>
    (
      await clinic.pool.query(
        `SELECT staff_id, subject_id, details FROM audit_log WHERE action = 'patient.exported'`,
      )
    ).rows
  const failing = exportPeople(clinic.pool, [clinic.people.zoe.id], {
    now: clinic.clock.now,
    clinicName: 'Enamel',
    outbox: clinic.outbox,
    write: () => Promise.reject(new Error('disk full')),
  })
  await expect(failing).rejects.toThrow('disk full')
  expect(await entries()).toEqual([])
  await exported(clinic, 'zoe')
  expect(await entries()).toEqual([
    { staff_id: null, subject_id: clinic.people.zoe.id, details: { by: 'operator' } },
  ])
})

it('an export covers every table: a new table has to declare its personal data', async () => {
  const { pool } = await startWithKnownPeople()
  expect(await allTables(pool)).toEqual(Object.keys(HELD_TABLES).sort())
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid IN ('patients'::regclass, 'appointments'::regclass)
     UNION
     SELECT table_name FROM information_schema.columns WHERE table_schema = 'public'
       -- What other programs were told: of an erased person's visits, ids of nobody's.
       AND table_name NOT LIKE 'webhook%'
       AND (column_name IN ('patient_id', 'appointment_id', 'contact_key', 'complaint', 'answer', 'phone', 'birth_date'))
     ORDER BY 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    [
      'appointments',
      'challenges',
      'idempotency_keys',
      'incoming_sms',
      'messages',
      'offers',
      'patient_notes',
      'patients',
      'recalls',
      'sessions',
      'todos',
      'visit_links',
      'waiting_entries',
    ].filter((name) => HELD_TABLES[`public.${name}`] === 'exported and erased'),
  )
})

it('people are found by whatever identifies them, and by nothing else', async () => {
  const clinic = await startWithKnownPeople()
  const { adas, zoes } = clinic.appointments
  const { ada, chidi, zoe } = clinic.people
  const cases: [string, { id: string }[]][] = [
    [' pm-ada-1 ', [ada]],
    [adas.reference.toLowerCase(), [ada]],
    [zoes.id, [zoe]],
    [chidi.id.toUpperCase(), [chidi]],
    ['ZOE.marker@example.com ', [zoe]],
    ['Family.ObiMarker@example.com', [ada, chidi]],
    ['0806-555-0199', [zoe]],
    ['+234 806 555 0111', [ada, chidi]],
    [randomUUID(), []],
    ['adamarker', []],
    ['%', []],
    ['', []],
    [ERASED_PATIENT_ID, []],
  ]
  for (const [typed, people] of cases) {
    const found = await findPeopleBy(clinic.pool, typed, 'NG')
    expect(found.map(({ id }) => id).sort(), typed).toEqual(people.map(({ id }) => id).sort())
  }
})

it('people are found by a contact that they filled in themselves, even by an invalid number', async () => {
  const clinic = await startWithKnownPeople()
  const { ada, zoe } = clinic.people
  await clinic.pool.query(
    `UPDATE patients SET email = 'Filled@Example.com', email_key = '', phone = '0806 555 0777', phone_e164 = NULL WHERE id = $1`,
    [ada.id],
  )
  await clinic.pool.query(`UPDATE patients SET phone = '0123 4567', phone_e164 = NULL WHERE id = $1`, [
    zoe.id,
  ])
  const ids = async (typed: string) => (await findPeopleBy(clinic.pool, typed, 'NG')).map(({ id }) => id)
  expect(await ids('filled@example.com')).toEqual([ada.id])
  expect(await ids('+2348065550777')).toEqual([ada.id])
  expect(await ids('0123-4567')).toEqual([zoe.id])
})
