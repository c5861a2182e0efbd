import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeAppointment } from '../../../tests/support/jobs.ts'
import { type Channel, claimMessage, lastSmsTo, lostClaim, noteMessage, settleMessage } from './repository.ts'

let database: TestDatabase
let visit: string
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.pool.query('DELETE FROM appointments')
  visit = await storeAppointment(database.pool)
})
afterAll(() => database.close())

const NUMBER = '+2348031234567'
const at = (minutes: number) => new Date(Date.parse('2030-03-01T08:00:00Z') + minutes * 60_000)
const about = (channel: Channel = 'sms', more: object = {}) => ({
  id: randomUUID() as string,
  appointmentId: visit,
  kind: 'booked' as const,
  channel,
  toKey: channel === 'sms' ? NUMBER : 'ada@example.com',
  startsAt: new Date('2030-03-04T08:30:00Z'),
  version: 1,
  ...more,
})
const stateOf = async (id: string) =>
  (await database.pool.query('SELECT state FROM messages WHERE id = $1', [id])).rows[0]?.state

describe('a claim before sending', () => {
  it('is granted once for an SMS: a second claim leaves its delivery unknown for good', async () => {
    const { pool } = database
    const message = about('sms')
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimMessage(pool, message, at(0))))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await lostClaim(pool, message.id, at(2))).toBe('unknown')
    await settleMessage(pool, message.id, 'given_up', at(3))
    expect(await stateOf(message.id)).toBe('unknown')
    // Its sender was only slow.
    await settleMessage(pool, message.id, 'sent', at(3))
    expect(await stateOf(message.id)).toBe('sent')
    expect(await claimMessage(pool, message, at(4))).toBe(false)
    expect(await lostClaim(pool, message.id, at(4))).toBe('sent')
  })

  it('is granted again for a mail, until it is settled, with the current appointment', async () => {
    const { pool } = database
    const message = about('email')
    expect(await claimMessage(pool, message)).toBe(true)
    const moved = { ...message, version: 2, startsAt: new Date('2030-03-05T08:30:00Z') }
    expect(await claimMessage(pool, moved)).toBe(true)
    await settleMessage(pool, message.id, 'sent')
    expect(await claimMessage(pool, message)).toBe(false)
    const { rows } = await pool.query('SELECT version, starts_at FROM messages')
    expect(rows).toEqual([{ version: 2, starts_at: moved.startsAt }])
  })

  it('is granted again for an SMS that was certainly not sent', async () => {
    const { pool } = database
    const message = about('sms')
    await claimMessage(pool, message)
    await settleMessage(pool, message.id, 'waiting')
    expect(await claimMessage(pool, message)).toBe(true)
  })

  it('is refused after it was recorded that there is no address', async () => {
    const { pool } = database
    const message = about('sms')
    await noteMessage(pool, { ...message, channel: null, toKey: null }, 'no_contact')
    expect(await claimMessage(pool, message)).toBe(false)
    expect(await lostClaim(pool, message.id)).toBe('no_contact')
  })
})

describe('the last SMS to a number', () => {
  const sent = async (minutes: number, more: object = {}, state: 'sent' | 'refused' = 'sent') => {
    const message = about('sms', more)
    await claimMessage(database.pool, message, at(minutes))
    await settleMessage(database.pool, message.id, state, at(minutes))
    return message.id
  }

  it('is the latest that may have arrived, within the given time', async () => {
    const { pool } = database
    expect(await lastSmsTo(pool, NUMBER, at(0))).toBeNull()
    await sent(1)
    const latest = await sent(2, { kind: 'reminder', step: '48h', version: 3 })
    await sent(3, {}, 'refused')
    await sent(4, { channel: 'email', toKey: 'ada@example.com' })
    expect(await lastSmsTo(pool, NUMBER, at(0))).toEqual({
      id: latest,
      appointmentId: visit,
      kind: 'reminder',
      startsAt: new Date('2030-03-04T08:30:00Z'),
      version: 3,
    })
    expect(await lastSmsTo(pool, NUMBER, at(2.5))).toBeNull()
    expect(await lastSmsTo(pool, '+2348030000000', at(0))).toBeNull()
  })
})
