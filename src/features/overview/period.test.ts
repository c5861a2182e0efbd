import { expect, it } from 'vitest'
import { daysOf, periodOf } from './period.ts'

/* 4 March 2030 is a Monday. */
it.each([
  ['around', '2030-03-06', '2030-02-04', '2030-03-31'],
  ['around', '2030-03-04', '2030-02-04', '2030-03-31'],
  ['around', '2030-03-10', '2030-02-04', '2030-03-31'],
  ['past4', '2030-03-06', '2030-02-04', '2030-03-03'],
  ['past12', '2030-03-06', '2029-12-10', '2030-03-03'],
  ['next4', '2030-03-06', '2030-03-04', '2030-03-31'],
] as const)('the period %s of %s is %s to %s', (period, today, from, to) =>
  expect(daysOf(period, today)).toEqual({ from, to }),
)

it('an address that says nothing known means the usual period', () =>
  expect(['', '?period=century', '?period=past4'].map(periodOf)).toEqual(['around', 'around', 'past4']))
