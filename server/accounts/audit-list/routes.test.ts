import { afterEach, beforeEach, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
let admin: Awaited<ReturnType<typeof clinic.signedIn>>
let chidi: typeof admin
let appointment: { id: string; reference: string; patient: string }

/* Monday 4 March 2030, 07:00 in the clinic: the entries are dated by the database, in its own time. */
beforeEach(async () => {
  clinic = await startClinic()
  admin = await clinic.signedIn()
  chidi = await clinic.signedIn({ username: 'chidi' })
  await clinic.book()
  await clinic.book({ start_time: '11:00', location: 'lag' })
  const { rows } = await clinic.database.pool.query(
    `SELECT id, reference, patient_id AS patient FROM appointments WHERE location = 'fct'`,
  )
  appointment = rows[0]
})
afterEach(() => clinic[Symbol.asyncDispose]())

type Row = {
  action: string
  by: { id: string } | null
  seen: number | null
  reference: string | null
  details: object
}

const ask = async (query = '', bearer: Record<string, string> = admin.bearer) => {
  const { status, body } = await clinic.call('GET', `/api/audit?${query}`, undefined, bearer)
  return { status, rows: body.data as Row[], paging: body.paging, errors: body.errors }
}
const actions = async (query: string) => (await ask(query)).rows.map(({ action }) => action)
const list = (location: string, body: object = {}, bearer = chidi.bearer) =>
  clinic.call('POST', `/api/appointments/${location}`, body, bearer)
const open = () => clinic.call('GET', `/api/appointments/${appointment.id}`, undefined, chidi.bearer)

it('the audit trail lists who did what, the latest first, with the reference and the size of a list', async () => {
  await open()
  await list('all')
  const { rows, paging } = await ask()
  expect(rows).toMatchObject([
    { action: 'appointments.listed', by: { id: chidi.id, name: 'Dt. Ada Obi' }, seen: 2, reference: null },
    { action: 'appointment.read', by: { id: chidi.id }, seen: null, reference: appointment.reference },
  ])
  expect(rows[0]?.details).not.toHaveProperty('ids')
  expect(paging).toEqual({ page: 1, limit: 10, total: 2, totalPages: 1 })
})

it('the audit trail lists who read whom, by opening, by a list or by a search', async () => {
  await open()
  await list('fct')
  await list('lag')
  await list('all', { search: 'Ada' })
  const seen = ['appointments.searched', 'appointments.listed', 'appointment.read']
  for (const about of [
    appointment.reference,
    appointment.reference.toLowerCase(),
    appointment.id,
    appointment.patient,
  ]) {
    expect(await actions(`about=${about}`), about).toEqual(seen)
  }
  expect((await ask('about=AAAAAAAA')).paging).toMatchObject({ total: 0 })
})

it('the audit trail is filtered by person, kind and days', async () => {
  await open()
  await list('fct', {}, admin.bearer)
  await clinic.database.pool.query(
    `INSERT INTO audit_log (at, action, subject_kind, subject_id) VALUES ('2030-03-04T22:59:59Z', 'staff.added', 'staff', 'x'),
       ('2030-03-04T23:00:00Z', 'staff.disabled', 'staff', 'x')`,
  )
  expect(await actions(`staff=${admin.id}`)).toEqual(['appointments.listed'])
  expect(await actions('kind=staff')).toEqual(['staff.disabled', 'staff.added'])
  expect(await actions('from=2030-03-04&to=2030-03-04')).toEqual(['staff.added'])
  expect(await actions(`kind=reads&staff=${chidi.id}`)).toEqual(['appointment.read'])
})

it.each([
  ['a kind that is none', 'kind=others', 'kind'],
  ['a person by name', 'staff=ada', 'staff'],
  ['a name instead of a reference', 'about=Ada%20Obi', 'about'],
  ['days in the wrong order', 'from=2030-03-05&to=2030-03-04', 'to'],
])('the audit trail refuses %s', async (_, query, field) => {
  expect(await ask(query)).toMatchObject({ status: 400, errors: { [field]: expect.any(String) } })
})

it('the audit trail is for admins alone', async () => {
  const staff = await clinic.signedIn({ username: 'bola', type: 'staff' })
  for (const path of ['/api/audit', '/api/audit/people']) {
    expect((await clinic.call('GET', path, undefined, staff.bearer)).status).toBe(403)
    expect((await clinic.call('GET', path)).status).toBe(403)
  }
  expect((await clinic.call('POST', '/api/audit/export', {}, staff.bearer)).status).toBe(403)
})

it('the audit trail offers the names by which entries can be filtered', async () => {
  const { body } = await clinic.call('GET', '/api/audit/people', undefined, admin.bearer)
  expect(body.data).toHaveLength(2)
})

it('the audit trail is exported whole, in portions, and the export is itself an entry', async () => {
  await open()
  await clinic.database.pool.query(
    `INSERT INTO audit_log (action, subject_kind, subject_id, details)
     SELECT 'blocker.created', 'blocker', n::text, '{"by": "=1+1"}' FROM generate_series(1, 1001) n`,
  )
  const file = async (query: string) => {
    const address = `/api/audit/export?${query}`
    const answer = await clinic.app.request(address, { method: 'POST', headers: admin.bearer }, {})
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return (await answer.text()).split('\r\n')
  }
  const lines = await file('kind=blockers')
  expect(lines).toHaveLength(1 + 1001 + 1)
  expect(lines[0]).toContain('Time,Name,Username,Action')
  expect(lines[1]).toContain('blocker.created,blocker,1001')
  expect(await file('about=AAAAAAAA')).toHaveLength(2)
  expect((await file(`about=${appointment.reference}`))[1]).toContain(`,${appointment.reference},`)
  expect(await actions(`staff=${admin.id}`)).toEqual(['audit.exported', 'audit.exported', 'audit.exported'])
})

it.each([';=1+1', '\\t@SUM(A1)', '; "+1'])(
  'an export of the audit trail contains no formula: %s',
  async (text) => {
    await clinic.database.pool.query(
      `INSERT INTO audit_log (action, subject_kind, subject_id, details)
     VALUES ('webhook.added', 'webhook', $1, $2)`,
      [`;=1+1`, { name: JSON.parse(`"${text.replaceAll('"', '\\"')}"`) }],
    )
    const headers = admin.bearer
    const answer = await clinic.app.request('/api/audit/export?kind=server', { method: 'POST', headers }, {})
    expect(await answer.text()).not.toMatch(/[;\t]["\s]*[=+@-]/)
  },
)

/* Details of any version where later ones have lists: the page and its export still read the entry. */
it.each([
  ['patient.erased', { by: 'operator', appointments: 2 }, null],
  ['appointments.anonymised', { by: 'retention', appointments: 500 }, null],
  ['appointments.told_late', { patients: 3 }, null],
  ['appointments.export_ended', { rows: 3, patients: 3 }, null],
  ['alarm.mass_reads', { by: 'server', patients: 201 }, null],
  ['device.prefetched', { by: 'device', appointments: ['a', 'b'] }, 2],
  ['appointments.listed', { ids: ['a'], patients: ['p'] }, 1],
  ['patients.searched', { count: 1, patients: ['p'], exact: ['p'] }, null],
  ['staff.added', null, null],
])('an entry %s with %j can be read, exported and searched', async (action, details, seen) => {
  await clinic.database.pool.query(
    `INSERT INTO audit_log (action, subject_kind, subject_id, details) VALUES ($1, 'x', 'x', $2)`,
    [action, details && JSON.stringify(details)],
  )
  const { status, rows } = await ask()
  expect(status).toBe(200)
  expect(rows).toMatchObject([{ action, seen }])
  expect((await ask(`about=${appointment.patient}`)).status).toBe(200)
  const file = await clinic.app.request('/api/audit/export', { method: 'POST', headers: admin.bearer }, {})
  expect([file.status, (await file.text()).includes(action)]).toEqual([200, true])
})

it.each([
  ['waiting', 'waiting.added'],
  ['todo', 'todo.done'],
  ['closures', 'closure.created'],
])('the audit trail is filtered by the kind %s', async (kind, action) => {
  await clinic.database.pool.query(
    `INSERT INTO audit_log (action, subject_kind, subject_id) VALUES ($1, 'x', 'x'), ('staff.added', 'staff', 'x')`,
    [action],
  )
  expect(await actions(`kind=${kind}`)).toEqual([action])
})
