import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { noteUndelivered } from '../jobs/undelivered.ts'
import { clinicWithWaiting, type StoredOffer } from './waiting-list.fixture.ts'

const at = clinicWithWaiting()
/** The patients to call. */
const calls = async () =>
  ((await at.desk('GET', '')).body.data as WaitingEntry[]).filter(({ offer }) => offer?.isToCall)
const press = (id: string, what: 'taken' | 'declined') => at.desk('POST', `/calls/${id}/${what}`)
/** As the queue does with an offer that could not be sent, such as to a number without a gateway. */
const notSent = ({ id: offerId }: StoredOffer) =>
  noteUndelivered(at.clinic.database.pool, { clinic: clinicConfig, now: () => at.clinic.clock.now })(
    { kind: 'offer', offerId },
    randomUUID(),
  )
const NGOZI = { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' }
/** A person with a number alone, waiting for a first appointment. */
const waitFirst = (patient: object = NGOZI) => {
  at.clinic.clock.now = new Date(at.clinic.clock.now.getTime() + 1_000)
  return at.wait({ patient, location: 'fct' })
}

/** Tuesday 10:00 becomes free and is offered. */
async function offered(): Promise<StoredOffer[]> {
  await at.cancel(await at.visit('05', '10:00'))
  return at.sweep()
}

describe('an offer that no message brings', () => {
  it('is listed for the desk with number and words, until it has been open for an hour', async () => {
    await waitFirst()
    const [offer] = await offered()
    expect(await calls()).toEqual([])
    await notSent(offer!)
    await notSent(offer!)
    expect(await calls()).toMatchObject([
      {
        offer: {
          id: offer!.id,
          // It opens at nine.
          until: '2030-03-04T10:00:00+01:00',
          appointment_date: '2030-03-05T10:00:00+01:00',
          doctor: { id: 'fct-musa' },
          isToCall: true,
          text: expect.stringMatching(/Tuesday, 5 March 2030 at 10:00 AM, Abuja/),
        },
        location: 'fct',
        name: 'Ngozi Eze',
        phone: '+2348035550101',
        appointment: null,
      },
    ])
    at.now('10:01')
    await at.signIn()
    expect(await calls()).toEqual([])
  })

  it('is booked by one press, in the name of the staff member, and sends nothing to a patient who was called', async () => {
    await waitFirst()
    const [offer] = await offered()
    await notSent(offer!)
    const answers = await Promise.all([press(offer!.id, 'taken'), press(offer!.id, 'taken')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await calls()).toEqual([])
    const booked = await at.rows(
      `SELECT status, channel, booked_by IS NOT NULL AS "byDesk", tell_at FROM appointments WHERE starts_at = $1 AND takes_time`,
      [new Date('2030-03-05T10:00:00+01:00')],
    )
    expect(booked).toEqual([{ status: 'confirmed', channel: 'phone', byDesk: true, tell_at: null }])
    expect(await at.rows('SELECT ended_as FROM waiting_entries')).toEqual([{ ended_as: 'claimed' }])
  })

  it('moves an existing appointment, and announces it by mail where there is one', async () => {
    const visit = await at.visit('07', '09:00')
    await at.waitFor(visit)
    const [offer] = await offered()
    await notSent(offer!)
    expect(await calls()).toMatchObject([
      { appointment: { id: visit, appointment_date: '2030-03-07T09:00:00+01:00' } },
    ])
    expect(await press(offer!.id, 'taken')).toMatchObject({
      status: 200,
      body: { data: { appointment_date: '2030-03-05T10:00:00+01:00' } },
    })
    expect(
      await at.rows(`SELECT staff_id IS NOT NULL AS desk FROM audit_log WHERE action = 'appointment.moved'`),
    ).toEqual([{ desk: true }])
    expect(
      await at.rows(`SELECT data ->> 'kind' AS kind FROM pgboss.job WHERE name = 'appointment-told'`),
    ).toEqual([{ kind: 'told' }])
  })

  it('precedes others who wait', async () => {
    await at.waitFor(await at.visit('07', '09:00'))
    await waitFirst()
    const [, byPhone] = await offered()
    await notSent(byPhone!)
    const [row] = (await at.desk('GET', '')).body.data as WaitingEntry[]
    expect(row).toMatchObject({ name: 'Ngozi Eze', offer: { id: byPhone!.id } })
  })

  it('goes to the next three at once when it is declined', async () => {
    for (const last of ['0101', '0102', '0103', '0104'])
      await waitFirst({ ...NGOZI, phoneNumber: `0803 555 ${last}` })
    const three = await offered()
    expect(three).toHaveLength(3)
    for (const offer of three) await notSent(offer)
    // Only the desk has offered it, whose hour it is.
    at.now('08:31')
    expect(await at.sweep()).toHaveLength(3)
    const [first, second, third] = three
    for (const offer of [first, second])
      expect(await press(offer!.id, 'declined')).toMatchObject({ status: 200 })
    expect(await at.sweep()).toHaveLength(3)
    expect(await press(third!.id, 'declined')).toMatchObject({ status: 200 })
    expect(await press(third!.id, 'declined')).toMatchObject({ status: 404 })
    expect(await press(third!.id, 'taken')).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    const four = await at.sweep()
    expect(four).toHaveLength(4)
    await notSent(four[3]!)
    expect((await calls()).map(({ phone_number }) => phone_number)).toEqual(['0803 555 0104'])
    expect(await at.rows('SELECT count(*)::int AS n FROM waiting_entries WHERE ended_at IS NULL')).toEqual([
      { n: 4 },
    ])
  })

  it('does not delay those whom a message reached, and outlives their half hour', async () => {
    await waitFirst()
    const others: string[] = []
    for (const time of ['09:00', '09:30', '11:00']) others.push(await at.visit('07', time))
    await at.waitFor(...others)
    const [byPhone] = await offered()
    await notSent(byPhone!)
    at.now('08:31')
    expect(await at.sweep()).toHaveLength(4)
    at.now('09:02')
    await at.sweep()
    expect(await at.rows('SELECT ended_as FROM freed_times')).toEqual([{ ended_as: null }])
    expect(await calls()).toHaveLength(1)
    at.now('10:01')
    await at.sweep()
    expect(await at.rows('SELECT ended_as FROM freed_times')).toEqual([{ ended_as: 'untaken' }])
  })

  it('is removed once the slot is taken, and with the wish', async () => {
    await waitFirst()
    await waitFirst({ ...NGOZI, phoneNumber: '0803 555 0102' })
    const [first, second] = await offered()
    await notSent(first!)
    expect(await calls()).toHaveLength(1)
    expect(await at.claim(second!)).toMatchObject({ kind: 'claimed' })
    expect(await calls()).toEqual([])
    expect(await press(first!.id, 'taken')).toMatchObject({ status: 409 })
    // A patient off the list is not called either.
    await notSent(second!)
    expect(await calls()).toEqual([])
  })

  it('is not visible at other locations', async () => {
    await waitFirst()
    const [offer] = await offered()
    await notSent(offer!)
    const lagos = (await at.clinic.signedIn({ username: 'lagos', type: 'reception', locations: ['lag'] }))
      .bearer
    const ask = (method: string, path: string) =>
      at.clinic.call(method, `/api/waiting-list/calls${path}`, undefined, lagos)
    expect(await ask('POST', `/${offer!.id}/taken`)).toMatchObject({ status: 409 })
    expect(await ask('POST', `/${offer!.id}/declined`)).toMatchObject({ status: 404 })
    expect(await calls()).toHaveLength(1)
  })
})

describe('a wish that the desk changes', () => {
  const change = (id: string, body: object, version?: number) =>
    at.desk('PATCH', `/${id}`, body, version === undefined ? {} : { 'If-Match': `"${version}"` })
  const first = async () => (await waitFirst()).body.data as { id: string; version: number }

  it('keeps its place and the fields not given, and counts its version', async () => {
    const { id, version } = await first()
    await waitFirst({ ...NGOZI, phoneNumber: '0803 555 0102' })
    expect(version).toBe(1)
    const answer = await change(
      id,
      {
        weekdays: [5, 1],
        partOfDay: 'morning',
        doctor: 'fct-musa',
        to: '2030-03-20',
        note: 'After 2 by phone',
      },
      1,
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          version: 2,
          from: '2030-03-04',
          to: '2030-03-20',
          weekdays: [1, 5],
          partOfDay: 'morning',
          doctor: { id: 'fct-musa' },
          urgent: false,
          note: 'After 2 by phone',
        },
      },
    })
    expect(await change(id, { partOfDay: null, doctor: null, note: '' }, 2)).toMatchObject({
      body: { data: { weekdays: [1, 5], partOfDay: null, doctor: null, note: '', to: '2030-03-20' } },
    })
    const [row] = (await at.desk('GET', '')).body.data as { id: string }[]
    expect(row?.id).toBe(id)
    expect(
      await at.rows(`SELECT details FROM audit_log WHERE action = 'waiting.changed' ORDER BY id LIMIT 1`),
    ).toEqual([{ details: { location: 'fct', fields: ['doctor', 'note', 'partOfDay', 'to', 'weekdays'] } }])
  })

  it('conflicts with a colleague’s change, and shows the current one', async () => {
    const { id } = await first()
    await change(id, { partOfDay: 'afternoon' }, 1)
    expect(await change(id, { partOfDay: 'morning' }, 1)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', data: { version: 2, partOfDay: 'afternoon' } },
    })
  })

  it('gets an offer first where it is urgent', async () => {
    for (const last of ['0101', '0102', '0103'])
      await waitFirst({ ...NGOZI, phoneNumber: `0803 555 ${last}` })
    const { id } = (await waitFirst({ ...NGOZI, phoneNumber: '0803 555 0104' })).body.data as { id: string }
    expect(await change(id, { urgent: true })).toMatchObject({ status: 200 })
    expect((await offered()).some(({ entryId }) => entryId === id)).toBe(true)
  })

  it('takes the length of another service, when it is for a first appointment', async () => {
    const { id } = await first()
    expect(await change(id, { service: 'consultation' })).toMatchObject({
      body: { data: { serviceId: 'consultation', service: 'Consultation' } },
    })
    const theirs = await at.wait({ appointment: await at.visit('07', '09:00') })
    const { id: withVisit } = theirs.body.data as { id: string }
    expect(await change(withVisit, { service: 'consultation' })).toMatchObject({
      status: 400,
      body: { errors: { service: expect.anything() } },
    })
  })

  it.each<[string, object, string?]>([
    ['nothing', {}],
    ['days that have passed', { to: '2030-03-03' }, 'to'],
    ['days backwards', { from: '2030-03-20', to: '2030-03-10' }, 'to'],
    ['a day far ahead', { to: '2031-03-08' }, 'to'],
    ['an unknown doctor', { doctor: 'lag-balogun' }, 'doctor'],
    ['an unknown service', { service: 'haircut' }, 'service'],
    ['an eighth day of the week', { weekdays: [7] }, 'weekdays'],
    ['a long note', { note: 'x'.repeat(5_000) }, 'note'],
  ])('cannot be %s', async (_, body, field) => {
    const { id } = await first()
    const answer = await change(id, body)
    expect(answer).toMatchObject({ status: 400 })
    if (field) expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect(await change(id, { urgent: true }, 1)).toMatchObject({ status: 200 })
  })

  it('has to exist, and at an own location', async () => {
    const { id } = await first()
    const lagos = (await at.clinic.signedIn({ username: 'lagos', type: 'reception', locations: ['lag'] }))
      .bearer
    expect(await at.clinic.call('PATCH', `/api/waiting-list/${id}`, { urgent: true }, lagos)).toMatchObject({
      status: 404,
    })
    await at.desk('DELETE', `/${id}`)
    expect(await change(id, { urgent: true })).toMatchObject({ status: 404 })
  })
})
