import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { BlockerPreview } from '../../../contract/blockers.ts'
import { clinicWithDesk } from '../booking/desk.fixture.ts'

const desk = clinicWithDesk()
beforeEach(() => desk.as({ type: 'admin' }))
const at = (time: string, day = '05') => `2030-03-${day}T${time}:00+01:00`
const meeting = {
  description: 'Staff meeting',
  type: 'One Time',
  startDateTime: at('10:00'),
  endDateTime: at('11:00'),
  location: 'fct',
}
const leave = {
  description: 'Leave',
  type: 'One Time',
  startDateTime: at('00:00', '04'),
  endDateTime: at('00:00', '09'),
  doctorId: 'fct-musa',
}
const override = { reason: 'The patient is in pain', over: ['blocker'] }

async function saved(blocker: object, id?: string): Promise<string> {
  const [method, path] = id ? (['PUT', `/api/blockers/${id}`] as const) : (['POST', '/api/blockers'] as const)
  const { status, body } = await desk.clinic.call(method, path, blocker, desk.bearer)
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return (body.data as { id: string }).id
}

/** With Dr. Musa on Tuesday, over existing obstacles. */
async function bookedOver(start_time: string, duration = 30): Promise<Appointment> {
  const { status, body } = await desk.book({ start_time, duration, doctor: 'fct-musa', override })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as Appointment
}

/** As the list and the panel have it. */
async function isBlocked(id: string): Promise<boolean> {
  const path = '/api/appointments/fct?from=2030-03-04&to=2030-03-10&all=1'
  const { body } = await desk.clinic.call('POST', path, {}, desk.bearer)
  const listed = (body.data as Appointment[]).find((row) => row.id === id)?.blocked
  const { blocked } = await desk.row(id)
  expect(listed).toBe(blocked)
  return blocked
}

describe('an appointment that was put over a blocker', () => {
  it.each([
    ['a leave of its doctor', leave, true],
    ["another doctor's leave", { ...leave, doctorId: 'fct-okafor' }, false],
    ['a second blocker of the same hours', { ...meeting, description: 'Power cut' }, true],
    [
      'a weekly blocker',
      { description: 'Cleaning', type: 'Weekly', recurringDays: [2], location: 'fct' },
      true,
    ],
    ['a blocker of all locations', { ...meeting, location: null }, true],
    ['a blocker of another location', { ...meeting, location: 'lag' }, false],
    ['a blocker after it', { ...meeting, startDateTime: at('11:00'), endDateTime: at('12:00') }, false],
  ])('is blocked by %s saved later: %#', async (_, later, blocked) => {
    await saved(meeting)
    const { id, ...booked } = await bookedOver('10:15')
    expect(booked.blocked).toBe(false)
    expect(await isBlocked(id)).toBe(false)
    const second = await saved(later)
    expect(await isBlocked(id)).toBe(blocked)
    expect((await desk.change(id, { isOpen: true })).body.data).toMatchObject({ blocked })
    await desk.clinic.call('DELETE', `/api/blockers/${second}`, undefined, desk.bearer)
    expect(await isBlocked(id)).toBe(false)
  })

  it.each([
    ['its words', '10:15', { description: 'Meeting of all' }, false],
    ['hours that it takes beside the appointment', '10:15', { endDateTime: at('17:00') }, false],
    ['days after it', '10:15', { endDateTime: at('17:00', '09') }, false],
    ['more of the appointment', '10:45', { endDateTime: at('12:00') }, true],
    [
      'another part of the appointment',
      '10:45',
      { startDateTime: at('11:00'), endDateTime: at('12:00') },
      true,
    ],
    ['less of the appointment', '10:45', { endDateTime: at('10:55') }, false],
    ['each Tuesday', '10:15', { type: 'Weekly', recurringDays: [2] }, false],
  ])('is blocked by a change of that blocker to %s at %s: %#', async (_, time, change, blocked) => {
    const blocker = await saved(meeting)
    const { id } = await bookedOver(time)
    const changed = { ...meeting, ...change }
    const query = new URLSearchParams({ ...changed, id: blocker, limit: '20' } as never)
    const { body } = await desk.clinic.call('GET', `/api/blockers/preview?${query}`, undefined, desk.bearer)
    expect((body.data as BlockerPreview).appointments.total).toBe(blocked ? 1 : 0)
    await saved(changed, blocker)
    expect(await isBlocked(id)).toBe(blocked)
  })

  it('is blocked by a leave that was saved after it was moved there', async () => {
    const id = await desk.web()
    await saved({ ...meeting, startDateTime: at('12:00'), endDateTime: at('13:00') })
    const move = { appointment_date: '2030-03-05', start_time: '12:00' }
    expect((await desk.change(id, { move, override })).body.data).toMatchObject({ blocked: false })
    const second = await saved(leave)
    expect(await isBlocked(id)).toBe(true)
    // With another doctor it is under the first blocker alone.
    const other = { move: { ...move, doctor: 'fct-okafor' }, override }
    expect((await desk.change(id, other)).body.data).toMatchObject({ blocked: false })
    expect(await isBlocked(id)).toBe(false)
    await saved({ ...leave, doctorId: 'fct-okafor' }, second)
    expect(await isBlocked(id)).toBe(true)
  })

  it('loses that override once it is moved to a free slot', async () => {
    const blocker = await saved(meeting)
    const { id } = await bookedOver('10:15')
    expect(await desk.move(id, { start_time: '13:00' })).toMatchObject({ status: 200 })
    await saved({ ...meeting, endDateTime: at('14:00') }, blocker)
    expect(await isBlocked(id)).toBe(true)
  })

  it('is blocked by the leave of the doctor who took it over, and not by that of others', async () => {
    await saved(leave)
    await saved({ ...leave, doctorId: 'fct-okafor' })
    const { id } = await bookedOver('10:15')
    expect(await isBlocked(id)).toBe(false)
    await saved({ ...leave, description: 'Ill' })
    expect(await isBlocked(id)).toBe(true)
  })
})

it('the migration excuses older appointments from the blockers that existed then', async () => {
  const { pool } = desk.clinic.database
  await saved(meeting)
  const { id } = await bookedOver('10:15')
  await saved({ ...meeting, location: 'lag' })
  await pool.query(`UPDATE appointments SET overridden_blockers = '[]'`)
  expect(await isBlocked(id)).toBe(true)
  const file = readFileSync(
    new URL('../../platform/db/migrations/0063_overridden_blockers.sql', import.meta.url),
    'utf8',
  )
  // The column is there already.
  const [, statement = ''] = file.split('--> statement-breakpoint')
  await pool.query(statement)
  expect(await isBlocked(id)).toBe(false)
  await saved(leave)
  await pool.query(statement)
  expect(await isBlocked(id)).toBe(true)
})
