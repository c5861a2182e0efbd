import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inBursts } from './bursts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering() {
  const told: string[][] = []
  const bursts = inBursts((bookings) => told.push(bookings.map(({ id }) => id)))
  let next = 0
  const add = () => {
    next += 1
    bursts.add({ id: String(next), location: 'fct' })
  }
  return { told, add, end: bursts.end }
}

it('a burst of appointments is announced together, a second after the last', () => {
  const { told, add } = gathering()
  add()
  vi.advanceTimersByTime(900)
  add()
  vi.advanceTimersByTime(999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  add()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([['1', '2'], ['3']])
})

it('a burst that does not end is announced in parts', () => {
  const { told, add } = gathering()
  for (let i = 0; i < 12; i++) {
    add()
    vi.advanceTimersByTime(500)
  }
  expect(told).toHaveLength(1)
})

it('a burst is not announced after the listener stopped', () => {
  const { told, add, end } = gathering()
  add()
  end()
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([])
})
