import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Blocker } from '../../../contract/blockers.ts'
import type { StaffType } from '../../../domain/staff.ts'
import { type Answer, startClinic } from '../../../tests/support/clinic.ts'

/* Monday 4 March 2030, 07:00 in the clinic. */
const TUESDAY = '2030-03-05'
const leave = {
  description: 'Knee operation',
  type: 'One Time',
  startDateTime: `${TUESDAY}T00:00:00+01:00`,
  endDateTime: `${TUESDAY}T12:00:00+01:00`,
  doctorId: 'fct-musa',
}

let clinic: Awaited<ReturnType<typeof startClinic>>
const bearers = {} as Record<string, Record<string, string>>
beforeAll(async () => {
  clinic = await startClinic()
  const people: [string, StaffType, string[], string?][] = [
    ['admin', 'admin', []],
    ['manager', 'manager', ['fct']],
    ['lagos', 'manager', ['lag']],
    ['reception', 'reception', ['fct']],
    ['musa', 'doctor', ['fct'], 'fct-musa'],
    ['okafor', 'doctor', ['fct'], 'fct-okafor'],
  ]
  for (const [username, type, locations, doctorId] of people) {
    bearers[username] = (
      await clinic.signedIn({ username, type, locations, ...(doctorId && { doctorId }) })
    ).bearer
  }
})
afterAll(() => clinic[Symbol.asyncDispose]())

const call = (who: string, method: string, path = '', body?: unknown) =>
  clinic.call(method, `/api/blockers${path}`, body, bearers[who])
const idOf = ({ body }: Answer) => (body.data as Blocker).id
const slots = async (query: Record<string, string> = {}) => {
  const asked = new URLSearchParams({ location: 'fct', from: TUESDAY, to: TUESDAY, ...query })
  const { body } = await clinic.call('GET', `/api/availability?${asked}`)
  return (body.data as { slots: string[] }[])[0]?.slots ?? []
}

describe("a doctor's leave", () => {
  it('makes the doctor unbookable, and no one else', async () => {
    const other = await clinic.book({ doctor_id: 'fct-musa', start_time: '11:30' })
    expect(other.status).toBe(201)
    const stored = await call('admin', 'POST', '', leave)
    expect(stored).toMatchObject({ status: 201, body: { data: { doctorId: 'fct-musa', location: null } } })
    expect((await slots({ doctorId: 'fct-musa' }))[0]).toBe('12:00')
    expect((await slots())[0]).toBe('09:00')
    expect((await slots({ location: 'lag' }))[0]).toBe('09:00')

    const taken = await clinic.book({ doctor_id: 'fct-musa', start_time: '10:00' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect(JSON.stringify(taken.body)).not.toContain('Knee')
    for (let i = 0; i < 2; i++) expect((await clinic.book({ start_time: '10:00' })).status).toBe(201)
    expect((await clinic.book({ start_time: '10:00' })).status).toBe(409)
    expect(await slots()).not.toContain('10:00')

    const path = `/api/appointments/fct?from=${TUESDAY}&to=${TUESDAY}&all=1`
    const { body } = await clinic.call('POST', path, {}, bearers.manager)
    const rows = body.data as { doctor: { id: string }; blocked: boolean }[]
    for (const { doctor, blocked } of rows) expect(blocked).toBe(doctor.id === 'fct-musa')

    await call('admin', 'DELETE', `/${idOf(stored)}`)
    expect((await clinic.book({ doctor_id: 'fct-musa', start_time: '10:00' })).status).toBe(201)
  })

  it('is overridden by the desk only with a reason, which the later appointments keep', async () => {
    const id = idOf(await call('admin', 'POST', '', leave))
    const book = (more: object = {}) =>
      clinic.call(
        'POST',
        '/api/appointments/desk',
        {
          location: 'fct',
          appointment_date: TUESDAY,
          start_time: '11:00',
          channel: 'phone',
          patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
          ...more,
        },
        { ...bearers.reception, 'idempotency-key': randomUUID() },
      )
    const refused = await book({ doctor: 'fct-musa' })
    expect(refused).toMatchObject({ status: 409, body: { data: { because: 'blocker' } } })
    const { nearest } = refused.body.data as { nearest: { start_time: string }[] }
    expect(nearest[0]?.start_time).toBe('12:00')
    // Any doctor who is there.
    const other = await book()
    expect(other.status).toBe(201)
    expect((other.body.data as { doctor: { id: string } }).doctor.id).not.toBe('fct-musa')
    const agreed = {
      doctor: 'fct-musa',
      start_time: '10:30',
      override: { reason: 'Agreed by phone', over: ['blocker'] },
    }
    const person = { patient: { firstName: 'Ada', lastName: 'Bello', phoneNumber: '0803 555 0102' } }
    expect((await book({ ...agreed, ...person })).status).toBe(201)
    await call('admin', 'DELETE', `/${id}`)
  })

  it('is readable where the doctor works, and among doctors by that doctor alone', async () => {
    const id = idOf(await call('admin', 'POST', '', leave))
    for (const [who, reads] of [
      ['admin', true],
      ['manager', true],
      ['reception', true],
      ['musa', true],
      ['okafor', false],
      ['lagos', false],
    ] as const) {
      const { body } = await call(who, 'GET')
      expect([who, (body.data as Blocker[]).some((each) => each.id === id)]).toEqual([who, reads])
      expect((body.paging as { total: number }).total).toBe(reads ? 1 : 0)
    }
    await call('admin', 'DELETE', `/${id}`)
  })

  it.each<[string, object, number]>([
    ['musa', leave, 201],
    ['musa', { ...leave, location: 'fct' }, 201],
    ['musa', { ...leave, location: 'lag' }, 403],
    ['musa', { ...leave, doctorId: 'fct-okafor' }, 403],
    ['musa', { ...leave, doctorId: null, location: 'fct' }, 403],
    ['okafor', leave, 403],
    ['reception', { ...leave, location: 'fct' }, 403],
    ['manager', { ...leave, location: 'fct' }, 201],
    ['manager', leave, 403],
    ['lagos', { ...leave, location: 'fct' }, 403],
    ['admin', { ...leave, location: 'lag' }, 400],
    ['admin', { ...leave, doctorId: 'dr-who' }, 400],
  ])('is written by %s for %j: %i', async (who, body, status) => {
    const stored = await call(who, 'POST', '', body)
    expect(stored.status).toBe(status)
    if (status === 400) expect(Object.keys(stored.body.errors ?? {})).toEqual(['doctorId'])
    if (status === 201) expect((await call(who, 'DELETE', `/${idOf(stored)}`)).status).toBe(200)
  })

  it('cannot be changed, deleted or reassigned by anyone else', async () => {
    const id = idOf(await call('admin', 'POST', '', leave))
    expect((await call('okafor', 'DELETE', `/${id}`)).status).toBe(404)
    for (const who of ['manager', 'lagos', 'reception'])
      expect((await call(who, 'DELETE', `/${id}`)).status).toBe(403)
    expect((await call('okafor', 'PUT', `/${id}`, { ...leave, doctorId: 'fct-okafor' })).status).toBe(404)
    expect((await call('musa', 'PUT', `/${id}`, { ...leave, doctorId: null })).status).toBe(403)
    const changed = await call('musa', 'PUT', `/${id}`, { ...leave, description: 'Away' })
    expect(changed).toMatchObject({ status: 200, body: { data: { description: 'Away' } } })
    expect((await call('musa', 'DELETE', `/${id}`)).status).toBe(200)
  })

  it('is previewed with that doctor’s appointments alone, and how to reach the patients', async () => {
    const visits = async (more: Record<string, string>, who = 'admin') => {
      const { type, startDateTime, endDateTime } = leave
      const query = new URLSearchParams({ type, startDateTime, endDateTime, ...more })
      const { body } = await call(who, 'GET', `/preview?${query}`)
      return (body.data as { appointments: { first: { doctor: { id: string }; phone: string }[] } })
        .appointments.first
    }
    const all = await visits({})
    const own = await visits({ doctorId: 'fct-musa' })
    expect(own.length).toBeLessThan(all.length)
    expect(own).toEqual(all.filter(({ doctor }) => doctor.id === 'fct-musa'))
    expect(own[0]).toMatchObject({ doctor: { name: 'Dr. Ibrahim Musa' }, phone: '0803 123 4567', version: 1 })
    expect(await visits({ doctorId: 'fct-musa' }, 'musa')).toEqual(own)
  })
})
