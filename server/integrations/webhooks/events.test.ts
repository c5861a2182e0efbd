import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { ChangeAppointmentWire } from '../../../contract/appointments.ts'
import { WebhookEvent } from '../../../contract/webhooks.ts'
import { inTransaction } from '../../../tests/support/jobs.ts'
import { CANCEL, CONFIRM, clinicWithWebhooks, MOVE } from './webhooks.fixture.ts'

type Clinic = Awaited<ReturnType<typeof clinicWithWebhooks>>

const eventsIn = async ({ pool }: Clinic) => {
  const { rows } = await pool.query(
    'SELECT id, type, at, appointment_id, data FROM webhook_events ORDER BY seq',
  )
  return rows
}
const typesIn = async (clinic: Clinic) =>
  (await eventsIn(clinic)).map(({ type }) => type.replace('appointment.', ''))

const withOne = async () => {
  const clinic = await clinicWithWebhooks()
  await clinic.add('https://hooks.example.com/')
  return clinic
}

describe('the event of an appointment', () => {
  it('reports each change from booking to end, in words for the state at that time', async () => {
    const clinic = await withOne()
    const id = await clinic.bookOne()
    const steps: [ChangeAppointmentWire, string[]][] = [
      [CONFIRM, ['confirmed']],
      [{ isOpen: true }, ['booked']],
      [CONFIRM, ['confirmed']],
      [MOVE, ['moved']],
    ]
    const expected = ['booked']
    for (const [body, types] of steps) {
      await clinic.change(id, body)
      expected.push(...types)
      expect(await typesIn(clinic)).toEqual(expected)
    }
    clinic.clock.now = new Date('2030-03-05T11:05:00+01:00')
    const nextDay = await clinic.signedIn({ username: 'next-day' })
    for (const [visit, types] of [
      ['arrived', ['arrived']],
      ['in_chair', []],
      ['done', ['done']],
      ['in_chair', ['arrived']],
      ['arrived', []],
      [null, ['confirmed']],
      ['no_show', ['no_show']],
    ] as const) {
      await clinic.change(id, { visit }, nextDay)
      expected.push(...types)
      expect(await typesIn(clinic)).toEqual(expected)
    }
  })

  it('has ids and times alone', async () => {
    const clinic = await withOne()
    const id = await clinic.bookOne({ description: 'secretcomplaint' } as object)
    await clinic.change(id, MOVE)
    await clinic.change(id, CANCEL)
    const events = await eventsIn(clinic)
    const place = {
      appointment: id,
      location: 'fct',
      doctor: expect.stringMatching(/^fct-/),
      start: '2030-03-05T10:00:00Z',
      end: '2030-03-05T10:30:00Z',
    }
    const from = { start: '2030-03-05T09:00:00Z', end: '2030-03-05T09:30:00Z', location: 'fct' }
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['appointment.booked', { ...place, ...from, version: 1 }],
      ['appointment.moved', { ...place, version: 2, from: { ...from, doctor: place.doctor } }],
      ['appointment.cancelled', { ...place, version: 3 }],
    ])
    for (const { id: event, type, at, data } of events) {
      const told = { id: event, type, created: at.toISOString(), data }
      expect(v.parse(WebhookEvent, told)).toEqual(told)
    }
    const { rows } = await clinic.pool.query('SELECT reference FROM appointments')
    const all = JSON.stringify(events)
    for (const secret of [
      'Obi',
      'Ada',
      'ada.obi',
      '0803',
      'Tooth',
      'tooth',
      'secretcomplaint',
      rows[0].reference,
    ])
      expect(all).not.toContain(secret)
  })

  it('is stored with the change or not at all', async () => {
    const clinic = await withOne()
    const id = await clinic.bookOne()
    const cancel = (end: 'COMMIT' | 'ROLLBACK') =>
      inTransaction(
        clinic.pool,
        (client) => client.query(`UPDATE appointments SET status = 'cancelled' WHERE id = $1`, [id]),
        end,
      )
    await cancel('ROLLBACK')
    expect(await typesIn(clinic)).toEqual(['booked'])
    await cancel('COMMIT')
    expect(await typesIn(clinic)).toEqual(['booked', 'cancelled'])
  })

  it('reports an appointment that comes back, too', async () => {
    const clinic = await withOne()
    const id = await clinic.bookOne()
    await clinic.change(id, CANCEL)
    await clinic.pool.query(`UPDATE appointments SET status = 'open' WHERE id = $1`, [id])
    expect(await typesIn(clinic)).toEqual(['booked', 'cancelled', 'booked'])
  })

  it('reports an appointment without a time once it has one', async () => {
    const clinic = await withOne()
    const id = await clinic.bookOne()
    await clinic.pool.query('DELETE FROM webhook_events')
    await clinic.pool.query('UPDATE appointments SET waiting_since = now() WHERE id = $1', [id])
    await clinic.pool.query(`UPDATE appointments SET urgent = true, complaint = 'else' WHERE id = $1`, [id])
    expect(await typesIn(clinic)).toEqual([])
    await clinic.change(id, MOVE)
    expect(await typesIn(clinic)).toEqual(['booked'])
  })

  it('is not stored while there are no webhooks', async () => {
    const clinic = await clinicWithWebhooks()
    await clinic.bookOne()
    expect(await typesIn(clinic)).toEqual([])
  })

  it('is one for all webhooks, with one delivery each', async () => {
    const clinic = await withOne()
    await clinic.add('https://other.example.com/')
    await clinic.bookOne()
    const [first, second] = await clinic.list()
    const [one, other] = [await clinic.deliveries(first!.id), await clinic.deliveries(second!.id)]
    expect(one).toMatchObject([{ type: 'appointment.booked', state: 'pending', attempts: 0 }])
    expect(one.map(({ event }) => event)).toEqual(other.map(({ event }) => event))
  })
})
