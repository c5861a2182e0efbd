import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ClaimedSlot, Offer } from '../../../contract/offer.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'
import { mintVisitLink } from '../../messages/send/visit-links.ts'
import { mintOfferLink } from './offers.ts'
import { sweepRecalls } from './recalls.ts'
import { clinicWithWaiting } from './waiting-list.fixture.ts'

const at = clinicWithWaiting()
const list = async (query = '') => {
  const { status, body } = await at.clinic.call('GET', `/api/waiting-list?${query}`, undefined, at.bearer)
  return { status, rows: (body.data ?? []) as WaitingEntry[] }
}
const remove = (id: string) => at.clinic.call('DELETE', `/api/waiting-list/${id}`, undefined, at.bearer)
const NEW = { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' }
const link = async (appointmentId: string) => {
  const { pool } = at.clinic.database
  const contactKey = (
    await at.rows<{ email: string }>(
      'SELECT email FROM appointments a JOIN patients p ON p.id = a.patient_id WHERE a.id = $1',
      [appointmentId],
    )
  )[0]!.email
  const token = await mintVisitLink(pool, {
    appointmentId,
    messageId: randomUUID(),
    contactKey,
    now: at.clinic.clock.now,
  })
  return async (method: string, path: string, body?: object) => {
    const answer = await at.clinic.call(method, `/api/visit${path}`, body, {
      authorization: `Bearer visit:${token}`,
    })
    return { ...answer, visit: answer.body.data as OwnVisit }
  }
}

describe('the desk', () => {
  it('adds the patient of an appointment, who is listed with the wish, once', async () => {
    const visit = await at.visit('07', '09:00')
    const { status, body } = await at.wait({
      appointment: visit,
      weekdays: [2, 1, 2],
      partOfDay: 'morning',
      doctor: 'fct-musa',
    })
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: {
        at: '2030-03-04T08:00:00+01:00',
        location: 'fct',
        name: 'Ada Obi',
        appointment: { id: visit, appointment_date: '2030-03-07T09:00:00+01:00' },
        service: 'Tooth Pain',
        minutes: 30,
        from: '2030-03-04',
        to: '2030-03-07',
        weekdays: [1, 2],
        partOfDay: 'morning',
        doctor: { id: 'fct-musa' },
        offers: 0,
        offer: null,
      },
    })
    await at.wait({ appointment: visit })
    const { rows } = await list('location=fct')
    expect(rows).toMatchObject([{ appointment: { id: visit }, weekdays: [], partOfDay: null, doctor: null }])
    expect(await remove(rows[0]!.id)).toMatchObject({ status: 200 })
    expect(await remove(rows[0]!.id)).toMatchObject({ status: 404 })
    expect((await list()).rows).toEqual([])
  })

  it('adds anybody for a first appointment, who books it by the link of the offer', async () => {
    const wish = { location: 'Abuja', service: 'tooth-pain', from: '2030-03-05', to: '2030-03-06' }
    expect(await at.wait({ ...wish, patient: NEW })).toMatchObject({
      status: 201,
      body: {
        data: { name: 'Ngozi Eze', phone: '+2348035550101', appointment: null, service: 'Tooth Pain' },
      },
    })
    const gone = await at.visit('05', '10:00')
    await at.cancel(gone)
    const [offer] = await at.sweep()
    expect((await list()).rows).toMatchObject([
      {
        offers: 1,
        offer: { appointment_date: '2030-03-05T10:00:00+01:00', until: '2030-03-04T08:30:00+01:00' },
      },
    ])
    const token = await mintOfferLink(at.clinic.database.pool, offer!.id, '+2348035550101')
    const bearer = { authorization: `Bearer offer:${token}` }
    const read = async () =>
      (await at.clinic.call('GET', '/api/offer', undefined, bearer)).body.data as { offer: Offer | null }
    expect(await read()).toMatchObject({
      offer: { id: offer!.id, doctor: { name: 'Dr. Ibrahim Musa' } },
      place: /Abuja/,
    })
    const claim = () => at.clinic.call('POST', '/api/offer/claim', { offer: offer!.id }, bearer)
    const claims = await Promise.all([claim(), claim()])
    expect(claims.map(({ status }) => status)).toEqual([200, 200])
    const [one, two] = claims.map(({ body }) => body.data as ClaimedSlot)
    expect(one).toEqual(two)
    expect(await read()).toMatchObject({ offer: null })
    const booked = await at.rows(
      `SELECT a.reference, a.status, p.first_name, p.phone_e164 FROM appointments a JOIN patients p ON p.id = a.patient_id
       WHERE a.starts_at = $1 AND a.status <> 'cancelled'`,
      [new Date('2030-03-05T10:00:00+01:00')],
    )
    expect(booked).toEqual([
      { reference: one?.reference, status: 'open', first_name: 'Ngozi', phone_e164: '+2348035550101' },
    ])
    expect((await list()).rows).toEqual([])
  })

  it.each<[string, object, number, string?]>([
    ['nobody', {}, 400, 'patient'],
    ['a visit and a patient', { appointment: randomUUID(), patient: NEW, location: 'fct' }, 400, 'patient'],
    ['a patient without a place', { patient: NEW }, 400, 'location'],
    ['nobody to reach', { patient: { firstName: 'A', lastName: 'B' }, location: 'fct' }, 400, 'patient'],
    ['no record', { patient: { id: randomUUID() }, location: 'fct' }, 400, 'patient'],
    ['no visit', { appointment: randomUUID() }, 404],
    ['a place of others', { patient: NEW, location: 'lag' }, 403],
    ['an unknown doctor', { patient: NEW, location: 'fct', doctor: 'lag-balogun' }, 400, 'doctor'],
    ['days that have passed', { patient: NEW, location: 'fct', to: '2030-03-03' }, 400, 'to'],
    ['days backwards', { patient: NEW, location: 'fct', from: '2030-03-09', to: '2030-03-08' }, 400, 'to'],
    ['a day far ahead', { patient: NEW, location: 'fct', to: '2031-03-08' }, 400, 'to'],
    [
      'a first day far ahead, and no last one',
      { patient: NEW, location: 'fct', from: '2031-03-08' },
      400,
      'from',
    ],
    ['an eighth day of the week', { patient: NEW, location: 'fct', weekdays: [7] }, 400, 'weekdays'],
  ])('cannot add %s', async (_, body, status, field) => {
    const answer = await at.wait(body)
    expect(answer).toMatchObject({ status })
    if (field) expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect((await list()).rows).toEqual([])
  })

  it('sees no one of other locations, and removes no one there', async () => {
    await at.wait({ appointment: await at.visit('07', '09:00') })
    const [entry] = (await list()).rows
    const lagos = (await at.clinic.signedIn({ username: 'lagos', type: 'reception', locations: ['lag'] }))
      .bearer
    const { body } = await at.clinic.call('GET', '/api/waiting-list', undefined, lagos)
    expect(body.data).toEqual([])
    expect(await at.clinic.call('DELETE', `/api/waiting-list/${entry!.id}`, undefined, lagos)).toMatchObject({
      status: 404,
    })
    expect(await list('location=lag')).toMatchObject({ status: 403 })
  })
})

describe('the patient of an appointment', () => {
  it('waits by its own link, accepts the offered slot, and waits no longer', async () => {
    const visit = await at.visit('07', '09:00')
    const own = await link(visit)
    expect((await own('GET', '')).visit).toMatchObject({ waits: false, offer: null })
    expect(await own('POST', '/waiting-list')).toMatchObject({ status: 200, visit: { waits: true } })
    expect((await list()).rows).toMatchObject([{ appointment: { id: visit }, by: null }])
    await at.cancel(await at.visit('05', '10:00'))
    await at.sweep()
    const { offer } = (await own('GET', '')).visit
    expect(offer).toMatchObject({
      appointment_date: '2030-03-05T10:00:00+01:00',
      until: '2030-03-04T08:30:00+01:00',
    })
    expect(await own('POST', '/claim', { offer: offer!.id })).toMatchObject({
      status: 200,
      visit: { appointment_date: '2030-03-05T10:00:00+01:00', waits: false, offer: null },
    })
    const moved = await at.rows(
      "SELECT details ->> 'offer' AS offer FROM audit_log WHERE action = 'appointment.moved_by_patient'",
    )
    expect(moved).toEqual([{ offer: offer!.id }])
  })

  it('is told that a slot is gone, and cannot claim another’s offer', async () => {
    const [visit, other] = [await at.visit('07', '09:00'), await at.visit('07', '09:30')]
    await at.waitFor(visit, other)
    await at.cancel(await at.visit('05', '10:00'))
    const [mine, theirs] = await at.sweep()
    const own = await link(visit)
    expect(await own('POST', '/claim', { offer: theirs!.id })).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    })
    expect(await at.claim(theirs!)).toMatchObject({ kind: 'claimed' })
    expect((await own('GET', '')).visit).toMatchObject({ offer: null, waits: true })
    expect(await own('POST', '/claim', { offer: mine!.id })).toMatchObject({
      status: 409,
      body: { code: 'slot_taken', data: { appointment_date: '2030-03-07T09:00:00+01:00' } },
    })
  })

  it('can change their mind', async () => {
    const own = await link(await at.visit('07', '09:00'))
    await own('POST', '/waiting-list', { partOfDay: 'morning' })
    expect(await own('DELETE', '/waiting-list')).toMatchObject({ status: 200, visit: { waits: false } })
    expect((await list()).rows).toEqual([])
  })
})

describe('a verified patient', () => {
  it('waits for three first appointments at most, and for themselves alone', async () => {
    const { pool } = at.clinic.database
    const session = async (clinicId: string) => {
      const { id } = await storeRegistered(pool, { clinicId, rawId: clinicId })
      return { authorization: `Bearer ${await startPatientSession(pool, id, at.clinic.clock.now)}` }
    }
    const [mine, other] = [await session('A1'), await session('A2')]
    const wait = () =>
      at.clinic.call('POST', '/api/waiting-list/me', { location: 'fct', from: '2030-03-05' }, mine)
    const answers = await Promise.all([1, 2, 3, 4].map(wait))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429])
    const { id } = answers.find(({ status }) => status === 201)!.body.data as { id: string }
    const leave = (bearer: { authorization: string }) =>
      at.clinic.call('DELETE', `/api/waiting-list/me/${id}`, undefined, bearer)
    expect(await leave(other)).toMatchObject({ status: 404 })
    expect(await leave(mine)).toMatchObject({ status: 200 })
    expect(await wait()).toMatchObject({ status: 201 })
  })
})

describe('a recall', () => {
  const recall = (id: string, months: number | null) =>
    at.clinic.call('PUT', `/api/appointments/${id}/recall`, { months }, at.bearer)
  const done = async () => {
    const id = await at.visit('04', '09:00')
    at.now('09:40')
    await at.signIn()
    await at.clinic.call('PATCH', `/api/appointments/${id}`, { visit: 'done' }, at.bearer)
    return id
  }
  const due = (day: string) => {
    at.clinic.clock.now = new Date(`${day}T09:00:00+01:00`)
    return sweepRecalls(at.parts(), at.clinic.clock.now)
  }

  it('is set for an appointment that is done, and invites once when it is due', async () => {
    const id = await done()
    expect(await recall(id, 6)).toMatchObject({ status: 200, body: { data: { months: 6 } } })
    const { body } = await at.clinic.call('GET', `/api/appointments/${id}`, undefined, at.bearer)
    expect(body.data).toMatchObject({ recallMonths: 6 })
    expect(await due('2030-09-03')).toBe(0)
    expect(await due('2030-09-04')).toBe(1)
    expect(await due('2030-09-05')).toBe(0)
    expect(await at.rows("SELECT data FROM pgboss.job WHERE data ->> 'kind' = 'recall'")).toEqual([
      { data: { kind: 'recall', appointmentId: id } },
    ])
  })

  it('can be removed, and not set for a future appointment', async () => {
    const id = await done()
    await recall(id, 6)
    expect(await recall(id, null)).toMatchObject({ status: 200 })
    expect(await due('2030-10-04')).toBe(0)
    at.now('09:40')
    await at.signIn()
    expect(await recall(await at.visit('07', '09:00'), 6)).toMatchObject({
      status: 409,
      body: { code: 'visit_state' },
    })
    expect(await recall(id, 25)).toMatchObject({ status: 400 })
    expect(await recall(randomUUID(), 6)).toMatchObject({ status: 404 })
  })

  it('invites no one who has a future appointment', async () => {
    const id = await done()
    await recall(id, 1)
    const mine = await at.rows<{ email: string; phone: string }>(
      'SELECT email, phone FROM appointments a JOIN patients p ON p.id = a.patient_id WHERE a.id = $1',
      [id],
    )
    at.clinic.clock.now = new Date('2030-04-01T09:00:00+01:00')
    await at.clinic.book({
      email: mine[0]!.email,
      phone_number: mine[0]!.phone,
      appointment_date: '2030-04-08',
      start_time: '09:00',
    })
    expect(await due('2030-04-04')).toBe(0)
  })
})
