import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Todo } from '../../../contract/todo.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { clinicWithDesk } from '../booking/desk.fixture.ts'
import { addTodo, addWish } from './repository.ts'

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
    back: (id: string) => clinic.call('DELETE', `/api/todo/${id}/done`, undefined, admin.bearer),
    done: (id: string, body?: object) => clinic.call('POST', `/api/todo/${id}/done`, body, admin.bearer),
    [Symbol.asyncDispose]: clinic[Symbol.asyncDispose],
  }
}

it('the to-do list has each patient once, the next appointment first, until somebody has called', async () => {
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
      phone: '+2348031234567',
      status: 'open',
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

it('the to-do list restores a patient who was removed too early, without the note', async () => {
  await using clinic = await start()
  await addTodo(clinic.pool, 'booking_not_sent', clinic.ids[0] ?? '')
  const [{ id = '' } = {}] = (await clinic.list()).body.data as Todo[]
  await clinic.done(id, { note: 'Reached her sister.' })
  expect(await clinic.back(id)).toMatchObject({ status: 200 })
  expect(await clinic.back(id)).toMatchObject({ status: 200 })
  expect((await clinic.list()).body).toMatchObject({ data: [{ id }] })
  const { rows } = await clinic.pool.query('SELECT done_at, done_by, note FROM todos')
  expect(rows).toEqual([{ done_at: null, done_by: null, note: null }])
  const written = await clinic.pool.query(
    "SELECT action FROM audit_log WHERE subject_kind = 'todo' AND subject_id = $1 ORDER BY id",
    [id],
  )
  expect(written.rows).toEqual([{ action: 'todo.done' }, { action: 'todo.reopened' }])
})

it('the to-do list has a text for each, in the language of the patient', async () => {
  await using clinic = await start()
  const [first = '', second = ''] = clinic.ids
  await addTodo(clinic.pool, 'reminder_not_sent', first)
  await clinic.pool.query(`UPDATE appointments SET language = 'gr', status = 'cancelled' WHERE id = $1`, [
    second,
  ])
  await addTodo(clinic.pool, 'cancellation_not_sent', second)
  const texts = ((await clinic.list()).body.data as Todo[]).map(({ text }) => text)
  expect(texts[0]).toMatch(/: this is about your appointment: Tuesday, 5 March 2030 at 9:00 AM, Abuja\.$/)
  expect(texts[1]).toMatch(
    /: Ihr Termin ist abgesagt: Dienstag, 5\. März 2030, 10:00 Uhr, Abuja\. Referenzcode /,
  )
})

it('the to-do list shows a patient with another request again, with their last words', async () => {
  await using clinic = await start()
  const [first = ''] = clinic.ids
  const wish = (words: string) =>
    addWish(clinic.pool, 'reply_not_understood', first, { now: clinic.clock.now, words })
  expect(await wish('Is there parking?')).toBe(true)
  expect(await wish('And a lift?')).toBe(false)
  const [entry] = (await clinic.list()).body.data as Todo[]
  expect(entry).toMatchObject({ kind: 'reply_not_understood', words: 'And a lift?' })
  await clinic.done(entry?.id ?? '', { note: 'Yes, both.' })
  expect((await clinic.list()).body.data).toEqual([])
  expect(await wish('Thanks')).toBe(true)
  expect((await clinic.list()).body.data).toMatchObject([{ words: 'Thanks' }])
})

it('the to-do list shows a patient again whom another message did not reach after a call', async () => {
  await using clinic = await start()
  const [first = ''] = clinic.ids
  await addTodo(clinic.pool, 'reminder_not_sent', first)
  await addTodo(clinic.pool, 'reminder_not_sent', first)
  const [entry] = (await clinic.list()).body.data as Todo[]
  await clinic.done(entry?.id ?? '', { note: 'Called.' })
  await addTodo(clinic.pool, 'reminder_not_sent', first)
  expect((await clinic.list()).body.data).toMatchObject([{ id: entry?.id, kind: 'reminder_not_sent' }])
})

it('the to-do list leaves out patients whose appointment time has passed', async () => {
  await using clinic = await start()
  await addTodo(clinic.pool, 'cancellation_not_sent', clinic.ids[0] ?? '')
  clinic.clock.now = new Date('2030-03-05T09:01:00+01:00')
  expect((await clinic.list((await clinic.signedIn({ username: 'late' })).bearer)).body).toMatchObject({
    data: [],
  })
})

it('the to-do list is for admins, and checks its entries', async () => {
  await using clinic = await start()
  const { bearer } = await clinic.signedIn({ username: 'staff', type: 'staff' })
  expect(await clinic.list(bearer)).toMatchObject({ status: 403 })
  expect(await clinic.done(randomUUID())).toMatchObject({ status: 404 })
  expect(await clinic.done('7')).toMatchObject({ status: 400 })
  expect(await clinic.back(randomUUID())).toMatchObject({ status: 404 })
})

describe('a patient who waits without a time', () => {
  const desk = clinicWithDesk()
  const WALK_IN = { channel: 'walk_in', appointment_date: undefined, start_time: undefined }
  const todo = async (query = '') => {
    const answer = await desk.clinic.call('GET', `/api/todo?${query}`, undefined, desk.bearer)
    return { ...answer, rows: (answer.body.data ?? []) as Todo[] }
  }
  const act = (method: 'POST' | 'DELETE', id: string) =>
    desk.clinic.call(method, `/api/todo/${id}/done`, undefined, desk.bearer)
  const waits = async () => {
    desk.at('20:00')
    await desk.as({ type: 'reception', locations: ['fct'] })
    const { body } = await desk.book({ ...WALK_IN, urgent: true })
    return (body.data as { id: string }).id
  }

  it('is on the list until a move gives them a time', async () => {
    const id = await waits()
    const { rows, body } = await todo('location=fct')
    expect(body).toMatchObject({ paging: { total: 1 } })
    expect(rows).toMatchObject([
      {
        kind: 'walk_in_waiting',
        at: '2030-03-04T20:00:00+01:00',
        appointment: { id, urgent: true, name: 'Ngozi Eze', status: 'confirmed' },
      },
    ])
    expect(await todo('location=mars')).toMatchObject({ status: 400 })
    expect(await todo('location=lag')).toMatchObject({ status: 403 })
    await desk.move(id, { start_time: '09:00', doctor: 'fct-musa' })
    expect((await todo()).rows).toEqual([])
  })

  it('is removed by hand, comes back by hand, and is gone the next day', async () => {
    const id = await waits()
    const [entry] = (await todo()).rows
    for (const _ of [1, 2]) expect(await act('POST', entry?.id ?? '')).toMatchObject({ status: 200 })
    expect((await todo()).rows).toEqual([])
    expect(await act('DELETE', entry?.id ?? '')).toMatchObject({ status: 200 })
    expect((await todo()).rows).toMatchObject([{ id: entry?.id, appointment: { id } }])
    await act('POST', entry?.id ?? '')
    await act('DELETE', entry?.id ?? '')
    desk.at('08:00', '05')
    await desk.as({ type: 'reception', locations: ['fct'] })
    expect((await todo()).rows).toEqual([])
  })

  it('is not listed at other locations', async () => {
    const id = await waits()
    await desk.as({ type: 'reception', locations: ['lag'] })
    expect((await todo()).rows).toEqual([])
    expect(await act('POST', id)).toMatchObject({ status: 404 })
  })
})
