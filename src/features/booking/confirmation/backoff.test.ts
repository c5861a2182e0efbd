import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../http/api-error.ts'
import { backoff, hasNoAnswer, mayTry } from './backoff.ts'

const http = (status: number, code?: string) => new ApiError('http', { status, code })

it.each([
  { what: 'a lost connection', error: new ApiError('network') },
  { what: 'a call that took too long', error: new ApiError('timeout') },
  { what: 'a request that was too slow to arrive', error: http(408) },
  { what: 'a gateway without its server', error: http(502) },
  { what: 'a busy server', error: http(503, 'busy') },
  { what: 'a server whose database is away', error: http(503, 'unavailable') },
  { what: 'a gateway that gave up waiting', error: http(504) },
  { what: 'an answer of somebody else on the way', error: http(200) },
])('a failure counts as no answer: $what', ({ error }) => expect(hasNoAnswer(error)).toBe(true))

it.each([
  { what: 'wrong fields', error: http(400, 'invalid_input') },
  { what: 'an ended verification', error: http(401, 'unauthorized') },
  { what: 'a taken time', error: http(409, 'slot_taken') },
  { what: 'a known key', error: http(409, 'key_reused') },
  { what: 'too many tries', error: http(429, 'too_many_requests') },
  { what: 'a fault of the server', error: http(500, 'internal') },
  { what: 'a call that was ended here', error: new DOMException('', 'AbortError') },
])('a failure counts as an answer: $what', ({ error }) => expect(hasNoAnswer(error)).toBe(false))

/** All waits on a line that never answers, in seconds. */
function waitsOn(line: { isOnline: boolean; retryAfterMs?: number; chance: number }, callMs = 0): number[] {
  const seconds: number[] = []
  let soFar = { retries: 0, pausedMs: 0, elapsedMs: callMs }
  for (let pause = backoff(soFar, line); pause; pause = backoff(soFar, line)) {
    seconds.push(pause.ms / 1_000)
    const elapsedMs = soFar.elapsedMs + pause.ms + callMs
    soFar =
      pause.why === 'offline'
        ? { ...soFar, elapsedMs }
        : { retries: soFar.retries + 1, pausedMs: soFar.pausedMs + pause.ms, elapsedMs }
  }
  return seconds
}

describe('the waits on a bad line', () => {
  it.each([
    { chance: 0, seconds: [0.75, 1.5, 3, 6, 6, 6, 6] },
    { chance: 0.5, seconds: [1, 2, 4, 8, 8] },
    { chance: 1, seconds: [1.25, 2.5, 5, 10, 10] },
  ])('with a chance of $chance are $seconds seconds', ({ chance, seconds }) =>
    expect(waitsOn({ isOnline: true, chance })).toEqual(seconds),
  )

  it.each([
    { retryAfterMs: 2_000, seconds: [2, 2, 4, 8, 8] },
    { retryAfterMs: 10_000, seconds: [10, 10, 10] },
    { retryAfterMs: 11_000, seconds: [] },
  ])('are as long as the server wants, when that is short: $retryAfterMs ms', ({ retryAfterMs, seconds }) =>
    expect(waitsOn({ isOnline: true, retryAfterMs, chance: 0.5 })).toEqual(seconds),
  )

  it('end two minutes after Submit, however long the calls take', () =>
    expect(waitsOn({ isOnline: true, chance: 0.5 }, 40_000)).toEqual([1, 2]))
})

it('a device without a connection is asked every ten seconds for two minutes, and uses up no try', () => {
  expect(waitsOn({ isOnline: false, chance: 0.5 })).toEqual(Array(13).fill(10))
})

it.each([
  { elapsedMs: 0, may: true },
  { elapsedMs: 120_000, may: true },
  { elapsedMs: 120_001, may: false },
  { elapsedMs: 3_600_000, may: false },
])('a retry may start by itself $elapsedMs ms after Submit: $may', ({ elapsedMs, may }) =>
  expect(mayTry(elapsedMs)).toBe(may),
)
