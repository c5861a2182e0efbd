import { expect, it } from 'vitest'
import { firstGap } from './first-gap.ts'

const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const column = (id: string, ...free: [string, string][]) => ({
  doctor: { id, name: id },
  free: free.map(([from, to]) => ({ from: at(from), to: at(to) })),
})
const columns = [
  column('ada', ['09:00', '09:20'], ['10:30', '11:30']),
  column('bo', ['10:00', '10:30'], ['12:00', '17:00']),
]

it.each([
  ['the earliest of all columns', 30, '08:00', null, 'bo 10:00'],
  ['only one that is long enough', 60, '08:00', null, 'ada 10:30'],
  ['what is left of a gap that has begun, on the grid', 20, '10:07', null, 'bo 10:10'],
  ['none that has too little left', 30, '10:07', null, 'ada 10:30'],
  ['of a doctor who does the service', 20, '08:00', ['ada'], 'ada 09:00'],
  ['none after the last', 30, '16:31', null, null],
  ['none where nobody does it', 30, '08:00', ['cy'], null],
])('the first gap: %s', (_, minutes, first, doctors, found) => {
  const gap = firstGap(columns, minutes, at(first), doctors)
  const time = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
  expect(gap && `${columns[gap.column]?.doctor.id} ${time(gap.from)}`).toBe(found)
})
