import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Closure } from '../../../../contract/closures.ts'
import type { StaffType } from '../../../../domain/staff.ts'
import { startClinic } from '../../../../tests/support/clinic.ts'

/* Tuesday 5 March 2030, 09:40 in the clinic. */
const NOW = '2030-03-05T09:40:00+01:00'
const TODAY = '2030-03-05'
const at = (time: string) => `${TODAY}T${time}:00+01:00`
const chair = {
  location: 'fct',
  doctorId: 'fct-musa',
  from: at('09:40'),
  to: at('12:00'),
  reason: 'Chair down',
}

let clinic: Awaited<ReturnType<typeof startClinic>>
const bearers = {} as Record<string, Record<string, string>>
beforeAll(async () => {
  clinic = await startClinic({ now: '2030-03-05T08:00:00+01:00' })
  for (const [type, locations] of [
    ['admin', []],
    ['manager', ['fct']],
    ['reception', ['fct']],
    ['staff', []],
  ] as [StaffType, string[]][]) {
    bearers[type] = (await clinic.signedIn({ username: type, type, locations })).bearer
  }
  const doctor = { username: 'musa', type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' } as const
  bearers.doctor = (await clinic.signedIn(doctor)).bearer
  const visits = [
    ['fct-musa', '09:30'],
    ['fct-musa', '11:30'],
    ['fct-musa', '12:00'],
    ['fct-okafor', '10:00'],
    ['fct-danjuma', '10:00'],
    ['fct-okafor', '11:30'],
  ] as const
  for (const [doctor_id, start_time] of visits) {
    const { status } = await clinic.book({ doctor_id, start_time, appointment_date: TODAY })
    expect(status).toBe(201)
  }
})
beforeEach(() => {
  clinic.clock.now = new Date(NOW)
})
afterAll(() => clinic[Symbol.asyncDispose]())

const close = (body: object = chair, who = 'reception') =>
  clinic.call('POST', '/api/closures', body, bearers[who])
const takeBack = (id: string, who = 'reception') =>
  clinic.call('DELETE', `/api/closures/${id}`, undefined, bearers[who])
async function closed(body: object = chair, who = 'reception'): Promise<Closure> {
  const answer = await close(body, who)
  expect(answer.status).toBe(201)
  return answer.body.data as Closure
}
const slots = async (doctorId: string) => {
  const asked = new URLSearchParams({ location: 'fct', from: TODAY, to: TODAY, doctorId })
  const { body } = await clinic.call('GET', `/api/availability?${asked}`)
  return (body.data as { slots: string[] }[])[0]?.slots ?? []
}

describe('closing a chair', () => {
  it('lists the affected appointments by time, with phone and the nearest free slots on the other chairs', async () => {
    const { blocker, visits } = await closed()
    expect(visits[0]?.phone).toBe('+2348031234567')
    expect(blocker).toMatchObject({ description: 'Chair down', type: 'One Time', doctorId: 'fct-musa' })
    expect(
      visits.map(({ appointment, next }) => [
        appointment.appointment_date.slice(11, 16),
        appointment.user.phone_number,
        next.map(({ start_time, doctor }) => `${start_time} ${doctor.id}`),
      ]),
    ).toEqual([
      ['09:30', '0803 123 4567', ['10:30 fct-okafor', '11:00 fct-okafor', '11:30 fct-danjuma']],
      ['11:30', '0803 123 4567', ['11:30 fct-danjuma', '11:00 fct-okafor', '12:00 fct-okafor']],
    ])
    expect((await slots('fct-musa'))[0]).toBe('12:30')
    expect((await slots('fct-okafor'))[0]).toBe('10:30')
    await takeBack(blocker.id)
    expect((await slots('fct-musa'))[0]).toBe('10:00')
  })

  it('closes the whole location when no doctor is given', async () => {
    const { doctorId: _, ...location } = chair
    const { blocker, visits } = await closed({ ...location, to: at('11:00') })
    expect(visits.map(({ appointment }) => appointment.doctor.id).sort()).toEqual([
      'fct-danjuma',
      'fct-musa',
      'fct-okafor',
    ])
    expect((await slots('fct-okafor'))[0]).toBe('11:00')
    await takeBack(blocker.id)
  })

  it('may last until midnight', async () => {
    const { blocker } = await closed({ ...chair, to: '2030-03-06T00:00:00+01:00' })
    expect(await slots('fct-musa')).toEqual([])
    await takeBack(blocker.id)
  })

  it('leaves out appointments that are cancelled or done', async () => {
    const rows = `UPDATE appointments SET status = $1, visit = $2, done_at = $3 WHERE doctor_id = 'fct-musa' AND starts_at = $4`
    await clinic.database.pool.query(rows, ['confirmed', 'done', NOW, at('09:30')])
    await clinic.database.pool.query(rows, ['cancelled', null, null, at('11:30')])
    const { blocker, visits } = await closed()
    expect(visits).toEqual([])
    await takeBack(blocker.id)
    await clinic.database.pool.query(rows, ['open', null, null, at('09:30')])
    await clinic.database.pool.query(rows, ['open', null, null, at('11:30')])
  })
})

describe('undoing a closure', () => {
  it('is possible for 10 minutes, and for closures alone', async () => {
    const { blocker } = await closed()
    clinic.clock.now = new Date(new Date(NOW).getTime() + 10 * 60_000 + 1)
    expect((await takeBack(blocker.id)).status).toBe(403)
    clinic.clock.now = new Date(new Date(NOW).getTime() + 10 * 60_000)
    expect((await takeBack(blocker.id)).status).toBe(200)
    expect((await takeBack(blocker.id)).status).toBe(404)

    const body = { description: 'Away', type: 'Daily', startDateTime: at('13:00'), endDateTime: at('14:00') }
    const other = await clinic.call('POST', '/api/blockers', { ...body, location: 'fct' }, bearers.admin)
    const { id } = other.body.data as { id: string }
    expect((await takeBack(id)).status).toBe(404)
    await clinic.call('DELETE', `/api/blockers/${id}`, undefined, bearers.admin)
    expect((await takeBack(randomUUID())).status).toBe(404)
  })

  it('is audited, as is closing', async () => {
    const { blocker } = await closed()
    await takeBack(blocker.id)
    const { rows } = await clinic.database.pool.query(
      `SELECT action FROM audit_log WHERE subject_kind = 'blocker' AND subject_id = $1 ORDER BY id`,
      [blocker.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['closure.created', 'closure.taken_back'])
  })
})

describe('the right to close', () => {
  it.each([
    ['admin', 'lag', 201],
    ['manager', 'fct', 201],
    ['manager', 'lag', 403],
    ['reception', 'fct', 201],
    ['reception', 'lag', 403],
    ['doctor', 'fct', 403],
    ['staff', 'fct', 403],
  ])('belongs to %s at %s: %i', async (who, location, status) => {
    const answer = await close({ ...chair, location, doctorId: null }, who)
    expect(answer.status).toBe(status)
    if (status !== 201) return
    const { blocker } = answer.body.data as Closure
    const others = location === 'lag' ? 404 : 403
    expect((await takeBack(blocker.id, location === 'lag' ? 'manager' : 'doctor')).status).toBe(others)
    expect((await takeBack(blocker.id, who)).status).toBe(200)
  })
})

it.each<[string, object, string]>([
  ['tomorrow', { from: '2030-03-06T09:00:00+01:00', to: '2030-03-06T10:00:00+01:00' }, 'from,to'],
  ['into tomorrow', { to: '2030-03-06T00:01:00+01:00' }, 'to'],
  ['an end before the start', { to: at('09:00') }, 'to'],
  ['what is over', { from: at('08:00'), to: at('09:40') }, 'to'],
  ['a doctor of another location', { doctorId: 'lag-balogun' }, 'doctorId'],
  ['no reason', { reason: ' ' }, 'reason'],
  ['an unknown location', { location: 'kano' }, 'location'],
])('a closure is refused with %s', async (_, more, field) => {
  const { status, body } = await close({ ...chair, ...more }, 'admin')
  expect([status, Object.keys(body.errors ?? {}).join()]).toEqual([400, field])
})

it('closing is rate-limited', async () => {
  await using strict = await startClinic({ now: NOW, limits: true })
  const { bearer } = await strict.signedIn()
  const statuses = new Set<number>()
  for (let i = 0; i < 61; i++) {
    statuses.add((await strict.call('POST', '/api/closures', chair, bearer)).status)
  }
  expect([...statuses]).toEqual([201, 429])
})

describe('sending links to affected patients', () => {
  const send = (id: string, ids: string[], who = 'reception') =>
    clinic.call('POST', `/api/closures/${id}/messages`, { ids }, bearers[who])
  const asked = async () => {
    const { rows } = await clinic.database.pool.query(
      `SELECT m.appointment_id AS appointment, m.kind, m.state, m.id = j.id AS "isJobs", j.data -> 'note' AS note,
         extract(epoch FROM j.start_after - m.created_at)::int AS "afterSeconds"
       FROM messages m LEFT JOIN pgboss.job j ON j.id = m.id WHERE m.kind IN ('closure', 'stands', 'late') ORDER BY m.created_at`,
    )
    return rows
  }

  it('happens once per appointment, for future ones under the closure', async () => {
    const { blocker, visits } = await closed()
    const other = (
      await clinic.database.pool.query(`SELECT id FROM appointments WHERE doctor_id = 'fct-okafor' LIMIT 1`)
    ).rows[0].id
    const [begun, coming] = visits.map(({ appointment }) => appointment.id)
    for (const _ of [1, 2]) {
      const answer = await send(blocker.id, [begun ?? '', coming ?? '', other, randomUUID()])
      expect(answer).toMatchObject({ status: 200, body: { data: { ids: [coming] } } })
    }
    expect(await asked()).toEqual([
      {
        ...{ appointment: coming, kind: 'closure', state: 'waiting', isJobs: true },
        note: { about: 'closure' },
        afterSeconds: 60,
      },
    ])
    expect((await send(blocker.id, [coming ?? ''], 'doctor')).status).toBe(403)
    expect((await send(randomUUID(), [coming ?? ''])).status).toBe(404)
    expect((await send(blocker.id, [])).status).toBe(400)
    await takeBack(blocker.id)
  })

  it('is followed by a correction when the closure is undone', async () => {
    const { pool } = clinic.database
    await pool.query('DELETE FROM messages')
    const { blocker, visits } = await closed({ ...chair, doctorId: null })
    const ids = visits.map(({ appointment }) => appointment.id).filter((_, at) => at > 0)
    await send(blocker.id, ids)
    const [told = '', cut = '', waiting = ''] = (await asked()).map(
      ({ appointment }) => appointment as string,
    )
    const settle = (id: string, state: string) =>
      pool.query('UPDATE messages SET state = $2 WHERE appointment_id = $1', [id, state])
    await settle(told, 'sent')
    await settle(cut, 'unknown')
    expect(waiting).not.toBe('')
    expect((await takeBack(blocker.id)).status).toBe(200)
    const corrections = (await asked()).filter(({ kind }) => kind === 'stands')
    expect(corrections.map(({ appointment }) => appointment).toSorted()).toEqual([told, cut].toSorted())
    expect(corrections[0]).toMatchObject({
      ...{ state: 'waiting', isJobs: true, note: { about: 'stands' }, afterSeconds: 60 },
    })
  })

  it('about a delay covers those on its list, never the same text twice in a row, and five times at most', async () => {
    const late = { location: 'fct', doctorId: 'fct-musa', minutes: 20 }
    const { body } = await clinic.call('POST', '/api/appointments/late', late, bearers.reception)
    const [first = '', second = ''] = (body.data as { id: string }[]).map(({ id }) => id)
    const tell = (more: object) =>
      clinic.call('POST', '/api/appointments/late/messages', { ...late, ...more }, bearers.reception)
    for (const _ of [1, 2]) {
      expect((await tell({ ids: [second, randomUUID()] })).body.data).toEqual({ ids: [second] })
    }
    expect((await tell({ ids: [first], location: 'lag', doctorId: 'lag-balogun' })).status).toBe(403)
    expect((await asked()).filter(({ kind }) => kind === 'late')).toMatchObject([
      { appointment: second, note: { about: 'late', minutes: 20 }, afterSeconds: 0 },
    ])
    const toldOf: unknown[] = []
    for (const minutes of [30, 20, 25, 35, 40]) {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + 1000)
      toldOf.push((await tell({ ids: [second], minutes })).body.data)
    }
    expect(toldOf).toEqual([...Array(4).fill({ ids: [second] }), { ids: [] }])
    const delays = (await asked()).filter(({ kind }) => kind === 'late')
    expect(delays.map(({ note }) => (note as { minutes: number }).minutes).toSorted()).toEqual([
      20, 20, 25, 30, 35,
    ])
  })
})
