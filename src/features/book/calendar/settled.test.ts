import { expect, it } from 'vitest'
import type { Appointment } from '../../../../contract/appointments.ts'
import { knowClinic } from '../../../clinic.fixture.ts'
import { rowAt } from '../day/row.fixture.ts'
import { foldedOf, settledIn } from './settled.ts'

knowClinic()

const NOW = Date.parse('2030-03-04T12:00:00+01:00')
const at = (time: string, visit: Appointment['visit']) => rowAt(`2030-03-04 ${time}`, 30, { visit })
const [done, missed, later, forgotten, coming] = [
  at('08:00', 'done'),
  at('08:30', 'no_show'),
  at('09:30', 'done'),
  at('09:00', null),
  at('14:00', null),
] as const
const day = [done, missed, forgotten, later, coming]

it('settled appointments of a day are folded up, those without an outcome are not', () =>
  expect(foldedOf(day, settledIn(day, NOW), NOW)).toEqual([done, missed, later]))

it.each<[string, Appointment[], Appointment[]]>([
  ['two', [done, missed, coming], [done, missed, coming]],
  ['all of them, after the last visit', [done, missed, later], [done, missed, later]],
  ['who was done since the list was opened', day, [at('08:00', null), missed, forgotten, later, coming]],
])('appointments are not folded up %s', (_, rows, before) =>
  expect(foldedOf(rows, settledIn(before, NOW), NOW)).toEqual([]),
)

it('an appointment that is settled no more is listed again', () => {
  const four = [...day, at('10:00', 'done')]
  const undone = four.map((row) => (row === missed ? at('08:30', 'arrived') : row))
  expect(foldedOf(undone, settledIn(four, NOW), NOW).map(({ id }) => id)).not.toContain(missed.id)
})
