import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('is done at once, and then once for all who asked in the meantime', async () => {
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

it('never runs twice at once, and goes on after a failure', async () => {
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
