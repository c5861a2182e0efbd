import { describe, expect, it } from 'vitest'
import { asMarkdown, compared, single, twice } from './report.ts'

const load = (perSecond: number, p99: number) => ({ perSecond, p50: p99 / 2, p99, count: 1 })
const lineOf = (row: Parameters<typeof asMarkdown>[1]) => asMarkdown('booking', row)

describe('a line of a bench', () => {
  it('has a ratio with both figures that it was made of', () => {
    const pair = { ours: load(1203.4, 15.81), reference: load(2220, 11), beside: 'bare' }
    expect(lineOf(compared('bookings', 'perSecond', pair, { atLeast: 0.5, aim: 0.75 }))).toBe(
      '| bookings | 1,203/s, p99 15.8 ms | bare: 2,220/s, p99 11 ms | 0.54 | at least 0.5 (aim 0.75) | `booking` |',
    )
  })

  it('has its goal in bold when that is not reached', () => {
    const pair = { ours: load(900, 6.8), reference: load(1000, 2.4), beside: 'alone' }
    expect(lineOf(compared('beside', 'p99', pair, { atMost: 2 }))).toContain('| 2.83 | **at most 2** |')
    expect(lineOf(single('import', 61, 's', { atMost: 60 }))).toContain('| 61 s |  |  | **at most 60 s** |')
    expect(lineOf(single('import', 60, 's', { atMost: 60 }))).toContain('| at most 60 s |')
  })

  it('compares a load with itself without a goal', () => {
    expect(lineOf(twice('bookings', 'perSecond', load(100, 1), load(110, 1)))).toBe(
      '| A/A: bookings | 110/s, p99 1 ms | the same: 100/s, p99 1 ms | 1.10 |  | `booking` |',
    )
  })

  it('misses a goal by what was not measured', () => {
    expect(single('p99', Number.NaN, 'ms', { atMost: 20 }).holds).toBe(false)
  })
})
