import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Todo } from '../../contract/todo.ts'
import { startClinic } from '../../tests/support/clinic.ts'
import { addTodo } from './repository.ts'

async function start() {
  const clinic = await startClinic()
  const { pool } = clinic.database
  const admin = await clinic.signedIn()
  await clinic.book()
  await clinic.book({ start_time: '09:00' })
  const { rows } = await pool.query('SELECT id FROM appointments ORDER BY starts_at')
  return {
    ...clinic,
    pool,
    ids: rows.map(({ id }) => id as string),
    list: async (bearer: Record<string, string> = admin.bearer) =>
      clinic.call('GET', '/api/todo', undefined, bearer),
    done: (id: string, body?: object) => clinic.call('POST', `/api/todo/${id}/done`, body, admin.bearer),
    [Symbol.asyncDispose]: clinic[Symbol.asyncDispose],
  }
}

it('lists each once, the next visit first, until somebody has called', async () => {
  await using clinic = await start()
  const [first = '', second = ''] = clinic.ids
  for (const id of [second, first, second, randomUUID()])
    await addTodo(clinic.pool, 'cancellation_not_sent', id)
  const { body } = await clinic.list()
  const rows = body.data as Todo[]
  expect(rows.map(({ appointment }) => appointment.id)).toEqual([first, second])
  expect(rows[0]).toMatchObject({
    kind: 'cancellation_not_sent',
    appointment: {
      name: 'Ada Obi',
      phone_number: '0803 123 4567',
      appointment_date: '2030-03-05T09:00:00+01:00',
    },
  })
  const id = rows[0]?.id ?? ''
  expect(await clinic.done(id, { note: 'Reached her sister.' })).toMatchObject({ status: 200 })
  expect(await clinic.done(id)).toMatchObject({ status: 200 })
  expect((await clinic.list()).body).toMatchObject({
    data: [{ appointment: { id: second } }],
    paging: { total: 1 },
  })
  const kept = await clinic.pool.query('SELECT note FROM todos WHERE id = $1', [id])
  expect(kept.rows).toEqual([{ note: 'Reached her sister.' }])
})

it('lists nobody whose visit would have been by now', async () => {
  await using clinic = await start()
  await addTodo(clinic.pool, 'cancellation_not_sent', clinic.ids[0] ?? '')
  clinic.clock.now = new Date('2030-03-05T09:01:00+01:00')
  expect((await clinic.list((await clinic.signedIn({ username: 'late' })).bearer)).body).toMatchObject({
    data: [],
  })
})

it('is for admins, and knows its entries', async () => {
  await using clinic = await start()
  const { bearer } = await clinic.signedIn({ username: 'staff', type: 'staff' })
  expect(await clinic.list(bearer)).toMatchObject({ status: 403 })
  expect(await clinic.done(randomUUID())).toMatchObject({ status: 404 })
  expect(await clinic.done('7')).toMatchObject({ status: 400 })
})
