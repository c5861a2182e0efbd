import { createHmac } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MAX_FAILURES } from '../../../contract/webhooks.ts'
import { housekeeping } from '../../operations/retention/housekeeping.ts'
import { claimDeliveries } from './deliveries.ts'
import { startReceiver, take } from './receiver.fixture.ts'
import { CANCEL, CONFIRM, clinicWithWebhooks } from './webhooks.fixture.ts'

const withReceiver = async (answering = take) => {
  const [clinic, receiver] = [await clinicWithWebhooks(), await startReceiver(answering)]
  const { id, secret } = await clinic.add(receiver.url)
  return {
    ...clinic,
    receiver,
    id,
    secret,
    /** Arrived events, by appointment and type. */
    arrived: () =>
      receiver.all.map(({ event: { type, data } }) => {
        const visit = 'appointment' in data ? data.appointment : ''
        return [visit, type.replace('appointment.', '')]
      }),
    settled: () => vi.waitFor(async () => expect(await clinic.list()).toMatchObject([{ waiting: 0 }])),
  }
}

describe('a webhook event', () => {
  it('arrives, signed with the secret over the time and the exact body', async () => {
    const began = Math.floor(Date.now() / 1_000)
    const clinic = await withReceiver()
    clinic.deliver()
    const visit = await clinic.bookOne()
    await clinic.settled()
    const [{ headers, body, event }] = clinic.receiver.all as [(typeof clinic.receiver.all)[0]]
    expect(event).toMatchObject({ type: 'appointment.booked', data: { appointment: visit, version: 1 } })
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['enamel-signature'])) ?? []
    expect(v1).toBe(createHmac('sha256', clinic.secret).update(`${t}.${body}`).digest('hex'))
    expect(Number(t)).toBeGreaterThanOrEqual(began)
    expect(Number(t)).toBeLessThanOrEqual(Date.now() / 1_000)
    expect(await clinic.deliveries(clinic.id)).toMatchObject([
      { event: event.id, state: 'delivered', attempts: 1, status: 204, error: null, nextAt: null },
    ])
  })

  it('that fails holds back later ones of its appointment alone, which follow in order', async () => {
    const clinic = await withReceiver()
    const [one, other] = [await clinic.bookOne(), await clinic.bookOne({ start_time: '12:00' })]
    clinic.receiver.answering = ({ event: { data } }, response) =>
      response.writeHead('appointment' in data && data.appointment === one ? 503 : 200).end()
    await clinic.change(one, CONFIRM)
    await clinic.change(one, CANCEL)
    await clinic.change(other, CONFIRM)
    clinic.deliver()
    await vi.waitFor(() => expect(clinic.receiver.all).toHaveLength(3))
    await vi.waitFor(async () => expect(await clinic.list()).toMatchObject([{ waiting: 3 }]))
    expect(clinic.arrived().filter(([visit]) => visit === one)).toEqual([[one, 'booked']])
    expect(clinic.arrived().filter(([visit]) => visit === other)).toEqual([
      [other, 'booked'],
      [other, 'confirmed'],
    ])
    clinic.receiver.answering = take
    await clinic.skipWaits()
    await clinic.settled()
    expect(clinic.arrived().slice(3)).toEqual([
      [one, 'booked'],
      [one, 'confirmed'],
      [one, 'cancelled'],
    ])
    expect(clinic.receiver.all[3]?.event.id).toBe(
      clinic.receiver.all.find(({ event: { data } }) => 'appointment' in data && data.appointment === one)
        ?.event.id,
    )
  })

  it('is sent again, with the same id, after a process died between sending and recording it', async () => {
    const clinic = await withReceiver()
    await clinic.bookOne()
    // A process that claims, sends, and is gone.
    const [claimed] = await claimDeliveries(clinic.pool, clinic.id, 4)
    await fetch(clinic.receiver.url, { method: 'POST', body: JSON.stringify(claimed?.event) })
    expect(await claimDeliveries(clinic.pool, clinic.id, 4)).toEqual([])
    await clinic.skipWaits()
    clinic.deliver()
    await clinic.settled()
    const ids = clinic.receiver.all.map(({ event }) => event.id)
    expect(ids).toEqual([claimed?.event.id, claimed?.event.id])
    expect(await clinic.deliveries(clinic.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('is delivered once, and in order, by two processes that share the work', async () => {
    const clinic = await withReceiver()
    const visits: string[] = []
    for (const start_time of ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
      visits.push(await clinic.bookOne({ start_time }))
    for (const visit of visits) await clinic.change(visit, CONFIRM)
    for (const visit of visits) await clinic.change(visit, CANCEL)
    const both = [clinic.deliver(), clinic.deliver()]
    await clinic.settled()
    expect(clinic.receiver.all).toHaveLength(18)
    for (const visit of visits) {
      expect(clinic.arrived().filter(([id]) => id === visit)).toEqual([
        [visit, 'booked'],
        [visit, 'confirmed'],
        [visit, 'cancelled'],
      ])
    }
    expect(both[0]!.counts.delivered + both[1]!.counts.delivered).toBe(18)
  })

  it('is given up after 48 hours, and then the next one of its appointment is tried', async () => {
    const clinic = await withReceiver((_, response) => response.writeHead(500).end())
    const visit = await clinic.bookOne()
    await clinic.change(visit, CONFIRM)
    await clinic.pool.query(
      `UPDATE webhook_events SET at = now() - interval '48 hours' WHERE type = 'appointment.booked'`,
    )
    const { counts } = clinic.deliver()
    await vi.waitFor(() => expect(counts).toEqual({ delivered: 0, failed: 1, given_up: 1 }))
    expect(await clinic.deliveries(clinic.id)).toMatchObject([
      { type: 'appointment.confirmed', state: 'pending', attempts: 1, status: 500 },
      { type: 'appointment.booked', state: 'given_up', attempts: 1, status: 500, nextAt: null },
    ])
    expect(clinic.arrived()).toEqual([
      [visit, 'booked'],
      [visit, 'confirmed'],
    ])
  })

  it('waiting for a slow receiver delays no other one', async () => {
    const clinic = await withReceiver(() => {})
    const quick = await startReceiver()
    await clinic.add(quick.url)
    for (const start_time of ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
      await clinic.bookOne({ start_time })
    const { counts } = clinic.deliver({ timeoutMs: 60_000 })
    await vi.waitFor(() => expect(quick.all).toHaveLength(6))
    // No try at the slow one has ended.
    await vi.waitFor(() => expect(counts).toEqual({ delivered: 6, failed: 0, given_up: 0 }))
    expect(clinic.receiver.all.length).toBeLessThanOrEqual(4)
  })
})

describe('a webhook address', () => {
  const alarms = async ({ pool }: Awaited<ReturnType<typeof withReceiver>>) => {
    const { rows } = await pool.query(
      `SELECT a.subject_id AS id, a.details ->> 'reason' AS reason,
         (SELECT count(*)::int FROM pgboss.job j WHERE j.data ->> 'alarmId' = a.id::text) AS mails
       FROM audit_log a WHERE action = 'alarm.webhook_off'`,
    )
    return rows
  }

  it('is switched off after 50 failures in a row with a notice to admins, and gets everything once on again', async () => {
    const clinic = await withReceiver((_, response) => response.writeHead(500).end())
    const visit = await clinic.bookOne()
    await clinic.pool.query('UPDATE webhooks SET failures = $1', [MAX_FAILURES - 2])
    clinic.deliver()
    await vi.waitFor(async () => expect(await clinic.list()).toMatchObject([{ failures: 49 }]))
    expect(await clinic.list()).toMatchObject([{ off: null, waiting: 1 }])
    await clinic.skipWaits()
    await vi.waitFor(async () => expect(await clinic.list()).toMatchObject([{ off: { as: 'failures' } }]))
    expect(await alarms(clinic)).toEqual([{ id: clinic.id, reason: 'failures', mails: 1 }])
    const before = clinic.receiver.all.length
    await clinic.change(visit, CONFIRM)
    await clinic.skipWaits()
    clinic.receiver.answering = take
    expect(await clinic.list()).toMatchObject([{ waiting: 2 }])
    await clinic.ask('PATCH', `/${clinic.id}`, { isOn: true })
    await clinic.settled()
    expect(clinic.arrived().slice(before)).toEqual([
      [visit, 'booked'],
      [visit, 'confirmed'],
    ])
    expect(await clinic.list()).toMatchObject([{ off: null, failures: 0 }])
  })

  it('restarts its count of failures with each success', async () => {
    const clinic = await withReceiver()
    await clinic.bookOne()
    await clinic.pool.query('UPDATE webhooks SET failures = $1', [MAX_FAILURES - 1])
    clinic.deliver()
    await clinic.settled()
    expect(await clinic.list()).toMatchObject([{ off: null, failures: 0 }])
  })

  it('that is off gets nothing, and after 48 hours nothing waits for it', async () => {
    const clinic = await withReceiver()
    await clinic.ask('PATCH', `/${clinic.id}`, { isOn: false })
    await clinic.bookOne()
    await clinic.bookOne({ start_time: '12:00' })
    await clinic.pool.query(
      `UPDATE webhook_events SET at = now() - interval '49 hours' WHERE seq = (SELECT min(seq) FROM webhook_events)`,
    )
    clinic.deliver()
    await housekeeping(clinic.pool)
    expect(await clinic.deliveries(clinic.id)).toMatchObject([
      { state: 'pending', attempts: 0 },
      { state: 'given_up', attempts: 0, error: 'held_too_long' },
    ])
    await clinic.ask('PATCH', `/${clinic.id}`, { isOn: true })
    await clinic.settled()
    expect(clinic.receiver.all).toHaveLength(1)
  })

  it('gets tests and events sent by hand even when off; each is tried once and not counted', async () => {
    const clinic = await withReceiver((_, response) => response.writeHead(500).end())
    await clinic.bookOne()
    await clinic.ask('PATCH', `/${clinic.id}`, { isOn: false })
    clinic.deliver()
    expect(await clinic.ask('POST', `/${clinic.id}/test`)).toMatchObject({ status: 201 })
    await vi.waitFor(async () => {
      expect((await clinic.deliveries(clinic.id))[0]).toMatchObject({
        type: 'webhook.test',
        appointment: null,
        state: 'given_up',
        status: 500,
      })
    })
    expect(clinic.receiver.all.map(({ event }) => event)).toMatchObject([{ type: 'webhook.test', data: {} }])
    expect(await clinic.list()).toMatchObject([{ failures: 0, waiting: 1 }])

    clinic.receiver.answering = take
    const [test] = await clinic.deliveries(clinic.id)
    await clinic.ask('POST', `/${clinic.id}/deliveries/${test?.event}/redeliver`)
    await vi.waitFor(async () => {
      expect((await clinic.deliveries(clinic.id))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
    })
    const ids = clinic.receiver.all.map(({ event }) => event.id)
    expect(ids).toEqual([test?.event, test?.event])
  })

  it('whose secret the database cannot open is switched off, and nothing is sent unsigned', async () => {
    const clinic = await withReceiver()
    await clinic.bookOne()
    await clinic.pool.query(`UPDATE secrets SET value = repeat('A', 43) WHERE name = 'webhooks'`)
    clinic.deliver()
    await vi.waitFor(async () => expect(await clinic.list()).toMatchObject([{ off: { as: 'secret' } }]))
    expect(clinic.receiver.all).toEqual([])
    expect(await alarms(clinic)).toEqual([{ id: clinic.id, reason: 'secret', mails: 1 }])
    expect(await clinic.deliveries(clinic.id)).toMatchObject([{ state: 'pending', attempts: 0 }])
  })

  it('in a private network that the operator no longer lists gets nothing', async () => {
    const clinic = await withReceiver()
    await clinic.bookOne()
    clinic.deliver({ named: [] })
    await vi.waitFor(async () => {
      expect(await clinic.deliveries(clinic.id)).toMatchObject([{ error: 'address_refused', status: null }])
    })
    expect(clinic.receiver.all).toEqual([])
  })
})

it('a server that stops leaves pending deliveries to the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const clinic = await withReceiver(() => {})
  await clinic.bookOne()
  const { stop, counts } = clinic.deliver()
  await vi.waitFor(() => expect(clinic.receiver.all).toHaveLength(1))
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(3_000)
  await stopped
  expect(counts).toEqual({ delivered: 0, failed: 0, given_up: 0 })
  expect(await clinic.deliveries(clinic.id)).toMatchObject([{ state: 'pending', attempts: 1, lastAt: null }])
})

it('events are deleted with their deliveries after 30 days', async () => {
  const clinic = await withReceiver()
  await clinic.bookOne()
  await clinic.bookOne({ start_time: '12:00' })
  await clinic.pool.query(
    `UPDATE webhook_events SET at = now() - interval '31 days' WHERE seq = (SELECT min(seq) FROM webhook_events)`,
  )
  await housekeeping(clinic.pool)
  expect(await clinic.deliveries(clinic.id)).toHaveLength(1)
  const { rows } = await clinic.pool.query('SELECT FROM webhook_deliveries')
  expect(rows).toHaveLength(1)
})
