import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HANDLED_EVERY_MS, limited } from './limited.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is 64 ms', () => expect(HANDLED_EVERY_MS).toBe(64))

it('handles the first at once, then one in 64 ms, and the last one too', () => {
  const began = performance.now()
  const handled: number[] = []
  const handler = limited(() => handled.push(performance.now() - began))
  // A mouse that tells of itself a thousand times a second, for half a second.
  for (let ms = 0; ms < 500; ms++) {
    handler()
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(1_000)
  expect(handled).toEqual([0, 64, 128, 192, 256, 320, 384, 448, 512])
  handler()
  expect(handled).toHaveLength(10)
})

it('leaves undone what is cancelled', () => {
  const handle = vi.fn()
  const handler = limited(handle)
  handler()
  handler()
  handler.cancel()
  vi.advanceTimersByTime(1_000)
  expect(handle).toHaveBeenCalledTimes(1)
  handler()
  expect(handle).toHaveBeenCalledTimes(2)
})
