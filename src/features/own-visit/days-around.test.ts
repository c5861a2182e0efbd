import { expect, it } from 'vitest'
import { daysAround, spanBeside } from './days-around.ts'

const bookable = { from: '2030-03-04', to: '2030-06-01' }

it.each([
  ['tomorrow', '2030-03-05', '2030-03-04', '2030-03-31'],
  ['in seven weeks', '2030-04-22', '2030-04-08', '2030-05-05'],
  ['at the end of what can be booked', '2030-05-31', '2030-05-17', '2030-06-01'],
  ['that is over', '2030-03-01', '2030-03-04', '2030-03-31'],
])('an appointment %s is offered the days around its own', (_, own, from, to) =>
  expect(daysAround(own, bookable)).toEqual({ from, to }),
)

it('every bookable day is reached by the ways to earlier and later days', () => {
  const around = daysAround('2030-04-22', bookable)
  const before = spanBeside(around, -1, bookable)
  const after = spanBeside(around, 1, bookable)
  expect(before).toEqual({ from: '2030-03-11', to: '2030-04-07' })
  expect(before && spanBeside(before, -1, bookable)).toEqual({ from: '2030-03-04', to: '2030-03-10' })
  expect(spanBeside({ from: '2030-03-04', to: '2030-03-10' }, -1, bookable)).toBeNull()
  expect(after).toEqual({ from: '2030-05-06', to: '2030-06-01' })
  expect(after && spanBeside(after, 1, bookable)).toBeNull()
})
