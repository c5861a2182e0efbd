import { expect, it } from 'vitest'
import { startClinic } from '../../tests/support/clinic.ts'

/* Monday 4 March 2030, 07:00 in the clinic. */

async function start() {
  const lines: string[] = []
  const clinic = await startClinic({ logged: lines })
  const { pool } = clinic.database
  const admin = await clinic.signedIn()
  const { body } = await clinic.book()
  const { reference } = body.data as { reference: string }
  const { rows } = await pool.query('SELECT id FROM appointments WHERE reference = $1', [reference])
  const id: string = rows[0].id
  return {
    ...clinic,
    pool,
    lines,
    admin,
    id,
    open: (bearer: object = admin.bearer, more: object = {}) =>
      clinic.call('GET', `/api/appointments/${id}`, undefined, { ...bearer, ...more }),
    list: (path: string, body: object = {}, more: object = {}) =>
      clinic.call('POST', `/api/appointments/${path}`, body, { ...admin.bearer, ...more }),
    reads: async () =>
      (
        await pool.query(
          `SELECT staff_id AS staff, action, subject_id AS subject, details FROM audit_log
           WHERE action IN ('appointment.read', 'appointments.listed') ORDER BY id`,
        )
      ).rows,
    later: (minutes: number) => {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
    },
    [Symbol.asyncDispose]: clinic[Symbol.asyncDispose],
  }
}

const unattended = { 'x-unattended': '1' }

it('who opens an appointment is written down once an hour, each person by themselves', async () => {
  await using clinic = await start()
  const { id, admin, open, reads, later } = clinic
  const other = await clinic.signedIn({ username: 'chidi' })
  const read = { action: 'appointment.read', subject: id, details: null }
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

it('is written down once, however many processes there are', async () => {
  await using clinic = await start()
  await using second = await startClinic({
    database: { ...clinic.database, close: async () => {} },
    logged: clinic.lines,
  })
  await Promise.all([
    clinic.open(),
    second.call('GET', `/api/appointments/${clinic.id}`, undefined, clinic.admin.bearer),
  ])
  expect(await clinic.reads()).toHaveLength(1)
  expect(clinic.lines.join()).not.toContain('missing in the audit trail')
})

it('what a page asks by itself is written down as that, and never hides what a person asks', async () => {
  await using clinic = await start()
  const { open, reads } = clinic
  await open({}, { ...clinic.admin.bearer, ...unattended })
  await open({}, { ...clinic.admin.bearer, ...unattended })
  expect((await reads()).map(({ details }) => details)).toEqual([{ unattended: true }])
  await open()
  await open({}, { ...clinic.admin.bearer, ...unattended })
  expect((await reads()).map(({ details }) => details)).toEqual([{ unattended: true }, null])
})

it('nobody reads around it: a change is answered with the appointment, a refused one too', async () => {
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

it('lists are written down by location and hour, searches by themselves and without what was searched for', async () => {
  await using clinic = await start()
  const { list, reads, later, admin } = clinic
  const listed = { staff: admin.id, action: 'appointments.listed' }
  await list('Abuja?page=2&from=2030-03-05')
  await list('fct?page=3')
  await list('fct', { search: 'Adasecret' })
  await list('fct', { search: 'Obisecret' })
  await list('all', {}, unattended)
  const first = [
    { ...listed, subject: 'fct', details: { page: 2, from: '2030-03-05', to: '', searched: false } },
    { ...listed, subject: 'fct', details: { page: 1, from: '', to: '', searched: true } },
    { ...listed, subject: 'all', details: { page: 1, from: '', to: '', searched: false, unattended: true } },
  ]
  expect(await reads()).toEqual(first)
  later(60)
  await list('fct')
  expect(await reads()).toHaveLength(4)
  const { rows } = await clinic.pool.query('SELECT a::text AS row FROM audit_log a')
  expect(JSON.stringify(rows)).not.toContain('secret')
})

it('no read stands in the history that the details tell', async () => {
  await using clinic = await start()
  await clinic.open()
  const { body } = await clinic.open()
  expect(body.data).toMatchObject({ history: [{ action: 'booked' }] })
})

it('where it cannot be written the read goes on, and the log has it, by ids', async () => {
  await using clinic = await start()
  await clinic.pool.query('ALTER TABLE audit_log RENAME COLUMN once TO away')
  expect(await clinic.list('fct', { search: 'Adasecret' })).toMatchObject({ status: 200 })
  const lost = clinic.lines
    .filter((line) => line.includes('missing in the audit trail'))
    .map((line) => JSON.parse(line))
  expect(lost).toEqual([
    expect.objectContaining({
      level: 50,
      staff: clinic.admin.id,
      action: 'appointments.listed',
      subject: { kind: 'location', id: 'fct' },
    }),
  ])
  expect(lost.join()).not.toContain('secret')
  await clinic.pool.query('ALTER TABLE audit_log RENAME COLUMN away TO once')
  await clinic.list('fct', { search: 'Adasecret' })
  expect(await clinic.reads()).toHaveLength(1)
})
