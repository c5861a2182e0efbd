import { expect, it } from 'vitest'
import type { FloodGroup } from '../../../contract/flood.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { housekeeping } from '../../operations/retention/housekeeping.ts'

async function start() {
  const clinic = await startClinic()
  const admin = await clinic.signedIn()
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00']
  let at = 0
  return {
    ...clinic,
    admin,
    bookFrom: async (caller: string, person: object = {}) => {
      at += 1
      const answer = await clinic.book(
        {
          start_time: times[at % 5] as string,
          appointment_date: `2030-03-${10 + at}`.replace('03-17', '03-25'),
          ...person,
        },
        { caller },
      )
      expect([at, answer.status]).toEqual([at, 201])
    },
    list: async () => {
      const { body } = await clinic.call('GET', '/api/flood', undefined, admin.bearer)
      return (body.data as { groups: FloodGroup[] }).groups
    },
    cancel: (ids: readonly string[]) => clinic.call('POST', '/api/flood/cancel', { ids }, admin.bearer),
    [Symbol.asyncDispose]: clinic[Symbol.asyncDispose],
  }
}

it('the call lists online bookings by network, marks known contacts, and contains no address', async () => {
  await using clinic = await start()
  await storeRegistered(clinic.database.pool, { email: 'known@example.com', phone: null })
  await clinic.bookFrom('2001:db8:1:1::1', { email: 'known@example.com', phone_number: '0803 111 1111' })
  await clinic.bookFrom('2001:db8:1:2::1', { email: 'new@example.com', phone_number: '0803 222 2222' })
  await clinic.bookFrom('198.51.100.1', { email: 'other@example.com', phone_number: '0803 333 3333' })
  const groups = await clinic.list()
  expect(groups.map(({ callers, bookings }) => [callers, bookings.map(({ isKnown }) => isKnown)])).toEqual([
    [2, [false, true]],
    [1, [false]],
  ])
  const { rows } = await clinic.database.pool.query('SELECT caller FROM appointments')
  expect(JSON.stringify([groups, rows])).not.toMatch(/2001|198\.51/)
})

it('the call cancels the selected bookings, frees their slots, and writes to known contacts alone', async () => {
  await using clinic = await start()
  await storeRegistered(clinic.database.pool, { email: 'known@example.com', phone: null })
  await clinic.bookFrom('198.51.100.1', { email: 'known@example.com', phone_number: '0803 111 1111' })
  await clinic.bookFrom('198.51.100.1', { email: 'new@example.com', phone_number: '0803 222 2222' })
  await clinic.bookFrom('198.51.100.1', { email: 'new2@example.com', phone_number: '0803 333 3333' })
  const [group] = await clinic.list()
  const ids = (group as FloodGroup).bookings.slice(1).map(({ id }) => id)
  expect(await clinic.cancel(ids)).toMatchObject({ status: 200, body: { data: { cancelled: 2, told: 1 } } })
  expect(await clinic.cancel(ids)).toMatchObject({ status: 200, body: { data: { cancelled: 0, told: 0 } } })
  const { rows } = await clinic.database.pool.query(
    `SELECT (SELECT count(*)::int FROM appointments WHERE status = 'cancelled') AS cancelled,
       (SELECT count(*)::int FROM pgboss.job WHERE name = 'cancellation-mail') AS mails,
       (SELECT count(*)::int FROM audit_log WHERE action = 'appointment.cancelled') AS entries`,
  )
  expect(rows).toEqual([{ cancelled: 2, mails: 1, entries: 2 }])
})

it('the call leaves bookings by patients and staff alone', async () => {
  await using clinic = await start()
  await clinic.book({}, { headers: clinic.admin.bearer })
  const { rows } = await clinic.database.pool.query('SELECT id FROM appointments')
  expect(await clinic.list()).toEqual([])
  expect(await clinic.cancel([rows[0].id])).toMatchObject({ body: { data: { cancelled: 0 } } })
})

it('the call is for admins', async () => {
  await using clinic = await start()
  const { bearer } = await clinic.signedIn({ username: 'staff', type: 'staff' })
  expect(await clinic.call('GET', '/api/flood', undefined, bearer)).toMatchObject({ status: 403 })
  expect(await clinic.call('GET', '/api/flood')).toMatchObject({ status: 403 })
})

it('the network of a booking is deleted after a week', async () => {
  await using clinic = await start()
  await clinic.bookFrom('198.51.100.1')
  await clinic.bookFrom('198.51.100.1')
  const { pool } = clinic.database
  await pool.query(
    `UPDATE appointments SET created_at = now() - interval '7 days 1 minute'
     WHERE id = (SELECT id FROM appointments LIMIT 1)`,
  )
  await housekeeping(pool)
  const { rows } = await pool.query('SELECT count(caller)::int AS known FROM appointments')
  expect(rows).toEqual([{ known: 1 }])
})
