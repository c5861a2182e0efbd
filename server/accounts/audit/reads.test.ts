import { expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'

/* Monday 4 March 2030, 07:00 in the clinic. Reading all 951 appointments once left two entries: 'page 1', and 'page 1, searched'. */

async function start() {
  const lines: string[] = []
  const clinic = await startClinic({ logged: lines })
  const { pool } = clinic.database
  const admin = await clinic.signedIn()
  const { body } = await clinic.book()
  const { reference } = body.data as { reference: string }
  const { rows } = await pool.query('SELECT id, patient_id FROM appointments WHERE reference = $1', [
    reference,
  ])
  const id: string = rows[0].id
  const patient: string = rows[0].patient_id
  return {
    ...clinic,
    pool,
    lines,
    admin,
    id,
    patient,
    open: (bearer: object = admin.bearer, more: object = {}) =>
      clinic.call('GET', `/api/appointments/${id}`, undefined, { ...bearer, ...more }),
    list: (path: string, body: object = {}, more: object = {}) =>
      clinic.call('POST', `/api/appointments/${path}`, body, { ...admin.bearer, ...more }),
    reads: async () =>
      (
        await pool.query(
          `SELECT staff_id AS staff, action, subject_id AS subject, details FROM audit_log
           WHERE action IN ('appointment.read', 'appointments.listed', 'appointments.searched') ORDER BY id`,
        )
      ).rows,
    later: (minutes: number) => {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
    },
    [Symbol.asyncDispose]: clinic[Symbol.asyncDispose],
  }
}

const unattended = { 'x-unattended': '1' }

it('opening an appointment is audited once an hour per patient and person', async () => {
  await using clinic = await start()
  const { id, patient, admin, open, reads, later } = clinic
  const other = await clinic.signedIn({ username: 'chidi' })
  const read = { action: 'appointment.read', subject: id, details: { patient } }
  expect((await open()).status).toBe(200)
  await Promise.all([open(), open(), open(other.bearer)])
  expect(await reads()).toEqual([
    { ...read, staff: admin.id },
    { ...read, staff: other.id },
  ])
  later(59)
  await open()
  expect(await reads()).toHaveLength(2)
  later(1)
  await open()
  expect(await reads()).toHaveLength(3)
})

it.each([
  ['the screen that it was opened from', 'dashboard.day', { screen: 'dashboard.day' }],
  ['nothing of a header that is no screen', 'Ada Obi, 0803', {}],
])('the audited read has %s', async (_, screen, told) => {
  await using clinic = await start()
  await clinic.open(clinic.admin.bearer, { 'x-screen': screen })
  expect((await clinic.reads()).map(({ details }) => details)).toEqual([{ patient: clinic.patient, ...told }])
})

it('a read is audited once, on any number of processes', async () => {
  await using clinic = await start()
  await using second = await startClinic({
    database: { ...clinic.database, close: async () => {} },
    logged: clinic.lines,
  })
  const { bearer } = clinic.admin
  await Promise.all([
    clinic.open(),
    second.call('GET', `/api/appointments/${clinic.id}`, undefined, bearer),
    clinic.list('fct'),
    second.call('POST', '/api/appointments/fct', {}, bearer),
  ])
  expect((await clinic.reads()).map(({ action }) => action).sort()).toEqual([
    'appointment.read',
    'appointments.listed',
  ])
  expect(clinic.lines.join()).not.toContain('missing in the audit trail')
})

it('a page’s own reads are audited as such, and never hide a person’s reads', async () => {
  await using clinic = await start()
  const { open, reads, patient } = clinic
  await open({}, { ...clinic.admin.bearer, ...unattended })
  await open({}, { ...clinic.admin.bearer, ...unattended })
  expect((await reads()).map(({ details }) => details)).toEqual([{ patient, unattended: true }])
  await open()
  await open({}, { ...clinic.admin.bearer, ...unattended })
  expect((await reads()).map(({ details }) => details)).toEqual([{ patient, unattended: true }, { patient }])
})

it('a change is audited as a read of the appointment in its answer, even when refused', async () => {
  await using clinic = await start()
  const stale = await clinic.call(
    'PATCH',
    `/api/appointments/${clinic.id}`,
    { isOpen: false },
    {
      ...clinic.admin.bearer,
      'if-match': '"9"',
    },
  )
  expect(stale).toMatchObject({ status: 409, body: { data: { user: { surname: 'Ada' } } } })
  expect(await clinic.reads()).toMatchObject([{ action: 'appointment.read', subject: clinic.id }])
})

// The attack: all 951 appointments were read in pages of 100, and left two lines, 'page 1' and 'page 1 searched'.
it('a list is audited with its appointments, each query once an hour', async () => {
  await using clinic = await start()
  const { list, reads, later, admin, id } = clinic
  const listed = { staff: admin.id, action: 'appointments.listed', subject: 'fct' }
  const filter = { status: '', cancelled: '', doctor: '', visit: '', from: '', to: '' }
  await list('Abuja')
  await list('fct')
  await list('fct?page=2')
  await list('fct?from=2030-03-05&to=2030-03-05&all=1')
  const first = [
    { ...listed, details: { ...filter, page: 1, limit: 10, ids: [id] } },
    { ...listed, details: { ...filter, page: 2, limit: 10 } },
    { ...listed, details: { ...filter, from: '2030-03-05', to: '2030-03-05', ids: [id] } },
  ]
  expect(await reads()).toEqual(first)
  later(60)
  await list('fct')
  expect(await reads()).toHaveLength(4)
})

it('an appointment that has come into a list since is audited by itself', async () => {
  await using clinic = await start()
  await clinic.list('fct')
  const { body } = await clinic.book({ start_time: '11:00' })
  await clinic.list('fct', {}, unattended)
  const { rows } = await clinic.pool.query('SELECT id FROM appointments WHERE reference = $1', [
    (body.data as { reference: string }).reference,
  ])
  expect((await clinic.reads()).map(({ details }) => [details.ids, details.unattended])).toEqual([
    [[clinic.id], undefined],
    [[rows[0].id], true],
  ])
})

it('a search is one entry with its results and without its text, not even as a digest', async () => {
  await using clinic = await start()
  const { list, reads, id } = clinic
  await list('fct', { search: 'Ada' })
  await list('fct', { search: 'Ada' }, unattended)
  await list('fct', { search: 'Obisecret' })
  expect((await reads()).map(({ action, details }) => [action, details.count, details.ids])).toEqual([
    ['appointments.searched', 1, [id]],
    ['appointments.searched', 0, undefined],
  ])
  const { rows } = await clinic.pool.query(
    `SELECT a::text AS row, once FROM audit_log a WHERE action = 'appointments.searched'`,
  )
  expect(JSON.stringify(rows)).not.toMatch(/secret/)
  expect(rows.map(({ once }) => once)).toEqual([null, null])
})

it('a search that adds letters to the one before is marked so, within a minute and when it finds somebody', async () => {
  await using clinic = await start()
  const search = (text: string, more: object = {}) => clinic.list('fct', { search: text }, more)
  const entries = async () =>
    (
      await clinic.pool.query(
        `SELECT id, details ->> 'extends' AS before FROM audit_log WHERE action = 'appointments.searched' ORDER BY id`,
      )
    ).rows as { id: string; before: string | null }[]
  await search('Ad')
  await search('Ada')
  await search('Adax')
  await search('Ada O', unattended)
  await search('Ada Ob')
  clinic.later(2)
  await search('Ada Obi')
  const [first, second, wrong, byItself, third, later] = await entries()
  expect([second, third].map((entry) => entry?.before)).toEqual([first?.id, second?.id])
  // A wrong letter finds no one, and hides no earlier result.
  expect([first, wrong, byItself, later].map((entry) => entry?.before)).toEqual([null, null, null, null])
})

it('the bell’s list is audited too', async () => {
  await using clinic = await start()
  await clinic.call('GET', '/api/notifications', undefined, clinic.admin.bearer)
  const { rows } = await clinic.pool.query(
    `SELECT details FROM audit_log WHERE action = 'notifications.listed'`,
  )
  expect(rows).toEqual([{ details: { ids: [clinic.id] } }])
})

it('no read appears in the history that the details show', async () => {
  await using clinic = await start()
  await clinic.open()
  const { body } = await clinic.open()
  expect(body.data).toMatchObject({ history: [{ action: 'booked' }] })
})

it('a read continues when it cannot be audited, and the log has it by ids', async () => {
  await using clinic = await start()
  await clinic.pool.query('ALTER TABLE audit_log RENAME COLUMN once TO away')
  expect(await clinic.list('fct', { search: 'Adasecret' })).toMatchObject({ status: 200 })
  const lost = clinic.lines
    .filter((line) => line.includes('missing in the audit trail'))
    .map((line) => JSON.parse(line))
  expect(lost).toEqual([
    expect.objectContaining({
      level: 50,
      by: clinic.admin.id,
      action: 'appointments.searched',
      subject: { kind: 'location', id: 'fct' },
    }),
  ])
  expect(JSON.stringify(lost)).not.toContain('secret')
  await clinic.pool.query('ALTER TABLE audit_log RENAME COLUMN away TO once')
  await clinic.list('fct', { search: 'Adasecret' })
  expect(await clinic.reads()).toHaveLength(1)
})
