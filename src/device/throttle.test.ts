import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HANDLED_EVERY_MS, throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('moves, scrolling and resizing are handled every 64 ms', () => expect(HANDLED_EVERY_MS).toBe(64))

it('a throttled handler runs at the first call, then once in 64 ms, and after the last call', () => {
  const began = performance.now()
  const handled: number[] = []
  const handler = throttle(() => handled.push(performance.now() - began))
  // A mouse that sends a thousand events a second, for half a second.
  for (let ms = 0; ms < 500; ms++) {
    handler()
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(1_000)
  expect(handled).toEqual([0, 64, 128, 192, 256, 320, 384, 448, 512])
  handler()
  expect(handled).toHaveLength(10)
})

it('a cancelled run does not happen', () => {
  const handle = vi.fn()
  const handler = throttle(handle)
  handler()
  handler()
  handler.cancel()
  vi.advanceTimersByTime(1_000)
  expect(handle).toHaveBeenCalledTimes(1)
  handler()
  expect(handle).toHaveBeenCalledTimes(2)
})

it('asynchronous work runs at once, and then once for all calls of the meantime', async () => {
  const runs: number[] = []
  const ask = throttle(async () => runs.push(Date.now()), 500)
  const began = Date.now()
  for (let i = 0; i < 40; i++) {
    ask()
    await after(50)
  }
  await after(10_000)
  expect(runs.map((at) => at - began)).toEqual([0, 500, 1_000, 1_500, 2_000])
})

it('asynchronous work never runs twice at once, and goes on after a failure', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const ask = throttle(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    running -= 1
    runs += 1
    throw new Error('away')
  }, 500)
  ask()
  await after(1_000)
  ask()
  ask()
  await after(10_000)
  expect({ most, runs }).toEqual({ most: 1, runs: 2 })
})
