import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DayAvailability } from '../../../contract/availability.ts'
import { PORTAL_TOKEN, startClinic } from '../../../tests/support/clinic.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())

const ask = (query: Record<string, string>) =>
  clinic.call('GET', `/api/availability?${new URLSearchParams({ location: 'fct', ...query })}`)
const slotsOf = async (date: string, more: Record<string, string> = {}) => {
  const { body } = await ask({ from: date, to: date, ...more })
  return (body.data as DayAvailability[])[0]?.slots ?? []
}

describe('availability', () => {
  it('lists each day with its free times, closed days with none', async () => {
    const { status, body } = await ask({ from: '2030-03-09', to: '2030-03-11' })
    const days = body.data as DayAvailability[]
    expect(status).toBe(200)
    expect(days.map(({ date, slots }) => [date, slots.length])).toEqual([
      ['2030-03-09', 8],
      ['2030-03-10', 0],
      ['2030-03-11', 16],
    ])
    expect(days[0]?.slots).toEqual(['10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30'])
  })

  it('has no slot that has begun, by the clock of the clinic', async () => {
    clinic.clock.now = new Date('2030-03-04T15:31:00+01:00')
    expect(await slotsOf('2030-03-04')).toEqual(['16:00', '16:30'])
    clinic.clock.now = new Date('2030-03-04T07:00:00+01:00')
  })

  it('loses a booked slot for its doctor, and for everyone once the last doctor is booked', async () => {
    const time = { start_time: '11:00', appointment_date: '2030-03-06' }
    await clinic.book({ ...time, doctor_id: 'fct-musa' })
    expect(await slotsOf('2030-03-06', { doctorId: 'fct-musa' })).not.toContain('11:00')
    expect(await slotsOf('2030-03-06', { doctorId: 'fct-okafor' })).toContain('11:00')
    expect(await slotsOf('2030-03-06')).toContain('11:00')
    await clinic.book(time)
    await clinic.book(time)
    expect(await slotsOf('2030-03-06')).not.toContain('11:00')
    expect(await slotsOf('2030-03-06', { location: 'lag' })).toContain('11:00')
    await clinic.database.pool.query(
      `UPDATE appointments SET status = 'cancelled' WHERE doctor_id = 'fct-musa'`,
    )
    expect(await slotsOf('2030-03-06')).toContain('11:00')
  })

  it('is answered correctly to callers who ask at once', async () => {
    await clinic.book({ start_time: '12:00', appointment_date: '2030-03-12', doctor_id: 'fct-musa' })
    await clinic.book({
      start_time: '10:00',
      appointment_date: '2030-03-13',
      location: 'lag',
      doctor_id: 'lag-balogun',
    })
    const questions: Record<string, string>[] = [
      { from: '2030-03-12', to: '2030-03-12', doctorId: 'fct-musa' },
      { from: '2030-03-12', to: '2030-03-12', doctorId: 'fct-okafor' },
      { from: '2030-03-13', to: '2030-03-13', location: 'lag', doctorId: 'lag-balogun' },
      { from: '0000-01-01', to: '0000-01-01' },
      { from: '9999-12-31', to: '9999-12-31' },
      { from: '2030-03-04', to: '2030-05-04', doctorId: 'fct-musa' },
    ]
    const together = await Promise.all(questions.map(ask))
    for (const [at, question] of questions.entries()) {
      const { status, body } = await ask(question)
      expect(together[at]).toMatchObject({ status, body })
    }
    expect(together.map(({ status }) => status)).toEqual(questions.map(() => 200))
    const [musa, okafor, balogun] = together.map(({ body }) => (body.data as DayAvailability[])[0]?.slots)
    expect(musa).not.toContain('12:00')
    expect(okafor).toContain('12:00')
    expect(balogun).not.toContain('10:00')
  })

  it('has nothing beyond the horizon or in the past', async () => {
    expect(await slotsOf('2030-06-03')).toEqual([])
    expect(await slotsOf('2030-03-01')).toEqual([])
  })

  it('covers 62 days at most', async () => {
    expect(await ask({ from: '2030-03-04', to: '2030-05-04' })).toMatchObject({ status: 200 })
    expect(await ask({ from: '2030-03-04', to: '2030-05-05' })).toMatchObject({ status: 400 })
  })

  it('is compressed when it is long and the caller accepts gzip', async () => {
    const month = '/api/availability?location=fct&from=2030-03-04&to=2030-04-04'
    const headers = { authorization: `Bearer ${PORTAL_TOKEN}`, 'accept-encoding': 'gzip, br' }
    const answer = await clinic.app.request(month, { headers })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
    expect((JSON.parse(text).data as DayAvailability[]).length).toBe(32)
    expect(
      (await clinic.app.request(month, { headers: { ...headers, 'accept-encoding': '' } })).headers.has(
        'content-encoding',
      ),
    ).toBe(false)
  })

  it.each<[string, Record<string, string>, string]>([
    ['no days', { from: '', to: '' }, 'from'],
    ['a day that does not exist', { from: '2030-02-30', to: '2030-03-01' }, 'from'],
    ['an end before the start', { from: '2030-03-05', to: '2030-03-04' }, 'to'],
    ['an unknown location', { location: 'kano', from: '2030-03-05', to: '2030-03-05' }, 'location'],
    ['an unknown doctor', { doctorId: 'dr-who', from: '2030-03-05', to: '2030-03-05' }, 'doctorId'],
    [
      'a doctor of another location',
      { doctorId: 'lag-balogun', from: '2030-03-05', to: '2030-03-05' },
      'doctorId',
    ],
  ])('refuses %s', async (_, query, field) => {
    const answer = await ask(query)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.errors).toHaveProperty(field)
  })
})

describe('the next free slot', () => {
  const next = async (location: string) =>
    (await clinic.call('GET', `/api/availability/next?location=${location}`)).body.data
  const later = (minutes: number) => {
    clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
  }

  it('is the first one that can still be booked, on the next open day at the latest', async () => {
    clinic.clock.now = new Date('2030-03-16T13:45:00+01:00')
    // Saturday after its last start, then a Sunday.
    expect(await next('fct')).toEqual({ date: '2030-03-18', time: '09:00' })
  })

  it('is computed again a minute later, and not before', async () => {
    for (const doctor_id of ['fct-okafor', 'fct-musa', 'fct-danjuma'])
      await clinic.book({ doctor_id, start_time: '09:00', appointment_date: '2030-03-18' })
    expect(await next('fct')).toEqual({ date: '2030-03-18', time: '09:00' })
    later(1)
    expect(await next('fct')).toEqual({ date: '2030-03-18', time: '09:30' })
  })

  it('is missing where a blocker covers everything', async () => {
    later(1)
    const { bearer } = await clinic.signedIn()
    const everyDay = {
      description: 'Closed',
      type: 'Weekly',
      recurringDays: [0, 1, 2, 3, 4, 5, 6],
      recurringDates: [],
    }
    const added = await clinic.call('POST', '/api/blockers', { ...everyDay, selectedMonth: null }, bearer)
    expect(added.status).toBe(201)
    expect(await next('lag')).toBeNull()
  })

  it('may be cached by the browser for a minute, and is asked for by location', async () => {
    const headers = { authorization: `Bearer ${PORTAL_TOKEN}` }
    const answer = await clinic.app.request('/api/availability/next?location=phc', { headers })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60')
    expect(await clinic.call('GET', '/api/availability/next?location=kano')).toMatchObject({ status: 400 })
  })
})
