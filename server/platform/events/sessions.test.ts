import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storePassword } from '../../accounts/auth/password-reset.ts'
import { startSession } from '../../accounts/auth/sessions.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { notify } from './channel.ts'
import { watch } from './watch.fixture.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>
type Staff = Awaited<ReturnType<Clinic['signedIn']>>

/** No test runs long enough to get a beat. */
const NEVER_MS = 60 * 60_000

let here: Clinic
let there: Clinic
let colleague: Staff
let people = 0
beforeAll(async () => {
  here = await startClinic({ events: { beatMs: NEVER_MS } })
  there = await startClinic({
    events: { beatMs: NEVER_MS },
    database: { ...here.database, close: async () => {} },
  })
  colleague = await here.signedIn({ username: 'colleague' })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const person = () => here.signedIn({ username: `person-${++people}` })
const pool = () => here.database.pool

describe('a stream ends at once on every server process with its session', () => {
  it.each([
    ['by signing out', (who: Staff) => here.call('POST', '/api/auth/logout', {}, who.bearer)],
    [
      'by being disabled',
      (who: Staff) => here.call('PATCH', `/api/staff/${who.id}`, { disabled: true }, colleague.bearer),
    ],
    [
      'by a new password',
      (who: Staff) =>
        inTransaction(pool(), (client) =>
          storePassword(client, { id: who.id, emailKey: who.email }, 'a hash', {
            by: null,
            now: here.clock.now,
          }),
        ),
    ],
    [
      'by signing in on more devices than one may have',
      async (who: Staff) => {
        const later = new Date(here.clock.now.getTime() + 1_000)
        for (let device = 0; device < 20; device++) await startSession(pool(), who.id, later)
      },
    ],
  ])('%s', async (_how, endSession) => {
    const who = await person()
    const watching = await Promise.all([here, there].map(({ app }) => watch(app, who.bearer)))
    const others = await Promise.all([here, there].map(({ app }) => watch(app, colleague.bearer)))
    await endSession(who)
    for (const one of watching) expect(await one.end()).toEqual([])
    expect((await watch(there.app, who.bearer)).response.status).toBe(401)

    // Other streams continue.
    await notify(pool(), { type: 'blocker', id: 'news' })
    for (const one of others) expect(await one.changes()).toEqual([{ type: 'blocker', id: 'news' }])
    for (const one of others) await one.leave()
  })
})

describe('a stream delivers nothing to', () => {
  it.each([
    ['one who is no admin any more', `UPDATE staff SET type = 'staff' WHERE id = $1`],
    ['one who was disabled past the program', `UPDATE staff SET disabled_at = now() WHERE id = $1`],
    ['one whose session was deleted past the program', `DELETE FROM sessions WHERE staff_id = $1`],
    ['one whose session is over', `UPDATE sessions SET expires_at = '2030-03-04T05:59Z' WHERE staff_id = $1`],
  ])('%s, even without a notice', async (_who, change) => {
    const who = await person()
    const watching = await watch(there.app, who.bearer)
    const other = await watch(there.app, colleague.bearer)
    await pool().query(change, [who.id])
    await here.book({ start_time: `${9 + (people % 6)}:30`.padStart(5, '0') })
    expect(await watching.end()).toEqual([])
    expect(await other.changes()).toMatchObject([{ type: 'appointment', change: 'booked' }])
    await other.leave()
  })
})

it('a stream whose session ended without a notice ends at the next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await using clinic = await startClinic({ events: { beatMs: 20 } })
  const { bearer } = await clinic.signedIn()
  const watching = await watch(clinic.app, bearer)
  vi.advanceTimersByTime(20)
  expect(await watching.next()).toMatchObject({ event: 'beat' })
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 12 * 60 * 60_000)
  vi.advanceTimersByTime(20)
  expect(await watching.end()).toEqual([])
})
