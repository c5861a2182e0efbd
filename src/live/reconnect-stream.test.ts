import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamListener } from '../api/events.ts'
import { ApiError } from '../http/api-error.ts'
import { type ReconnectingStream, reconnectStream, waitAfter } from './reconnect-stream.ts'

type Line = StreamListener & {
  signal: AbortSignal
  end: () => void
  fail: (error: Error) => void
}
let lines: Line[]
let said: string[]
let kept: ReconnectingStream

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  said = []
  kept = reconnectStream({
    read: (listener) =>
      new Promise((end, fail) => {
        lines.push({ ...listener, end, fail })
        listener.signal.addEventListener('abort', () => fail(new Error('aborted')))
      }),
    random: () => 0.999,
    onReady: () => said.push('ready'),
    onBeat: () => said.push('beat'),
    onChange: ({ id }) => said.push(id),
    onLost: () => said.push('lost'),
  })
})
afterEach(() => {
  kept.stop()
  vi.useRealTimers()
})

const away = new ApiError('network')
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const fail = async (error: Error) => {
  lines.at(-1)?.fail(error)
  await after(0)
}

it.each([
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [4, 4_000, 8_000],
  [6, 15_000, 30_000],
  [1_000, 15_000, 30_000],
])('a reconnect after %i failures waits between %i and %i ms', (failures, least, most) => {
  expect(waitAfter(failures, 0)).toBe(least)
  expect(waitAfter(failures, 1)).toBe(most)
})

it('events of the stream and its loss are passed on', async () => {
  lines[0]?.onReady()
  lines[0]?.onChange({ type: 'blocker', id: 'b1' })
  lines[0]?.onBeat()
  lines[0]?.end()
  await after(0)
  expect(said).toEqual(['ready', 'b1', 'beat', 'lost'])
})

it('reconnects wait longer and longer', async () => {
  await fail(away)
  await after(998)
  expect(lines).toHaveLength(1)
  await after(2)
  expect(lines).toHaveLength(2)
  await fail(new ApiError('http', { status: 403 }))
  await after(1_997)
  expect(lines).toHaveLength(2)
  await after(3)
  expect(lines).toHaveLength(3)
})

it('reconnects begin with short waits again after a good stream', async () => {
  for (let i = 0; i < 6; i++) {
    await fail(away)
    await after(30_000)
  }
  lines.at(-1)?.onReady()
  await after(10_000)
  await fail(away)
  const before = lines.length
  await after(1_000)
  expect(lines).toHaveLength(before + 1)
})

it('reconnects wait longer for a server that ends each stream at once', async () => {
  for (let i = 0; i < 3; i++) {
    lines.at(-1)?.onReady()
    lines.at(-1)?.end()
    await after(30_000)
  }
  lines.at(-1)?.onReady()
  await fail(away)
  const before = lines.length
  await after(7_000)
  expect(lines).toHaveLength(before)
})

it('a reconnect starts at once when the tab becomes visible', async () => {
  await fail(away)
  kept.retryNow()
  await after(0)
  expect(lines).toHaveLength(2)
  kept.retryNow()
  await after(0)
  expect(lines).toHaveLength(2)
})

it('the stream ends with the session', async () => {
  await fail(new ApiError('http', { status: 401 }))
  await after(60_000)
  kept.retryNow()
  await after(0)
  expect(lines).toHaveLength(1)
})

it('a stopped stream closes its line and passes on nothing', async () => {
  kept.stop()
  await after(60_000)
  expect(lines.map(({ signal }) => signal.aborted)).toEqual([true])
  expect(said).toEqual([])
})
