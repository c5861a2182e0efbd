import { describe, expect, it } from 'vitest'
import type { bookAppointment } from '../../../api/appointments.ts'
import { ApiError } from '../../../http/api-error.ts'
import { bodyOf } from '../state/idempotency.fixture.ts'
import { attemptAfter, type Device, retryBooking } from './retry.ts'

const answer = {
  booked: { reference: 'PTKC3TTX', appointment_date: '2030-03-04T09:30:00+01:00', duration: 30 },
  message: 'Success!',
}
const attempt = { key: 'k', bodies: [bodyOf('Ada')], state: 'unanswered' as const }
const lost = new ApiError('network')
const busy = new ApiError('http', { status: 503, code: 'busy', retryAfterMs: 3_000 })
const invalid = new ApiError('http', { status: 400, code: 'invalid_input' })
const taken = new ApiError('http', { status: 409, code: 'slot_taken' })

type Notice = typeof answer | Error

/**
 * A line on which each try gets the next of some answers, the last one again and again, and a device whose time passes
 * in backoff alone.
 */
function line(answers: readonly [Notice, ...Notice[]], { offlineFor = 0 } = {}) {
  const abort = new AbortController()
  const log: string[] = []
  const clock = { ms: 0 }
  let tries = 0
  const book: typeof bookAppointment = async (_body, key) => {
    const told = answers[Math.min(tries, answers.length - 1)] as Notice
    tries += 1
    log.push(`sent ${key}`)
    if (told instanceof Error) throw told
    return told
  }
  const device: Device = {
    now: () => clock.ms,
    isOnline: () => clock.ms >= offlineFor,
    chance: () => 0.5,
    wait: async (ms) => {
      clock.ms += ms
      log.push(`${ms} ms`)
    },
  }
  const onTrouble = (why: string) => log.push(why)
  const parts = { book, device, signal: abort.signal, onTrouble }
  return { parts, log, abort, clock, run: () => retryBooking(attempt, parts) }
}

describe('a booking', () => {
  it('that is answered at once is sent once, and nothing is said of the line', async () => {
    const { run, log } = line([answer])
    expect(await run()).toMatchObject({ kind: 'booked', lostOne: false, ...answer })
    expect(log).toEqual(['sent k'])
  })

  it('whose answer is lost is sent again under the same key until there is one', async () => {
    const { run, log } = line([lost, lost, answer])
    expect(await run()).toMatchObject({ kind: 'booked', ...answer })
    expect(log).toEqual(['sent k', 'poor', '1000 ms', 'sent k', 'poor', '2000 ms', 'sent k'])
  })

  it('that meets a busy server comes again when the server wants it', async () => {
    const { run, log } = line([busy, answer])
    await run()
    expect(log).toEqual(['sent k', 'poor', '3000 ms', 'sent k'])
  })

  it.each([
    { what: 'at once', answers: [taken] as const, sent: 1, lostOne: false },
    { what: 'after a lost answer', answers: [lost, taken] as const, sent: 2, lostOne: true },
  ])('ends with a refusal $what, and says whether it speaks for all', async ({ answers, sent, lostOne }) => {
    const { run, log } = line([...answers])
    expect(await run()).toEqual({ kind: 'failed', error: taken, lostOne })
    expect(log.filter((entry) => entry === 'sent k')).toHaveLength(sent)
  })

  it('is given up after six tries that nobody answers', async () => {
    const { run, log } = line([lost])
    expect(await run()).toEqual({ kind: 'failed', error: lost, lostOne: true })
    expect(log.filter((entry) => entry === 'sent k')).toHaveLength(6)
  })
})

describe('a device that says it is offline', () => {
  it('says so, waits, and has all its tries left when the connection is back', async () => {
    const { run, log } = line([lost, lost, lost, lost, answer], { offlineFor: 20_000 })
    expect(await run()).toMatchObject({ kind: 'booked' })
    const waited = log.filter((entry) => entry !== 'sent k')
    expect(waited).toEqual([
      'offline',
      '10000 ms',
      'offline',
      '10000 ms',
      'poor',
      '1000 ms',
      'poor',
      '2000 ms',
    ])
  })

  it('gives up after two minutes', async () => {
    const { run, clock } = line([lost], { offlineFor: Number.POSITIVE_INFINITY })
    expect(await run()).toMatchObject({ kind: 'failed', error: lost })
    expect(clock.ms).toBe(130_000)
  })

  it('sends nothing by itself when it has slept through the two minutes', async () => {
    const { parts, log, clock } = line([lost, answer], { offlineFor: 5_000 })
    const wait = async () => {
      clock.ms += 3_600_000
    }
    const sleeping = { ...parts.device, wait }
    expect(await retryBooking(attempt, { ...parts, device: sleeping })).toMatchObject({ kind: 'failed' })
    expect(log).toEqual(['sent k', 'offline'])
  })
})

it('a submit that was left is not retried', async () => {
  const { parts, log, abort } = line([lost, answer])
  const leaving = { ...parts.device, wait: async () => abort.abort() }
  expect(await retryBooking(attempt, { ...parts, device: leaving })).toMatchObject({
    kind: 'failed',
    error: lost,
  })
  expect(log).toEqual(['sent k', 'poor'])
})

it.each([
  { what: 'a refusal', error: invalid, lostOne: false, state: 'refused' },
  {
    what: 'a refusal after a lost answer, which may have been a booking',
    error: invalid,
    lostOne: true,
    state: 'unanswered',
  },
  {
    what: 'a taken time after a lost answer, which then was none',
    error: taken,
    lostOne: true,
    state: 'refused',
  },
  { what: 'no answer at all', error: lost, lostOne: true, state: 'unanswered' },
])('an attempt is $state after $what', ({ error, lostOne, state }) =>
  expect(attemptAfter(null, attempt, { error, lostOne }).state).toBe(state),
)
