import { expect, it } from 'vitest'
import type { Appointment } from '../../../../contract/appointments.ts'
import { rowAt } from '../day/row.fixture.ts'
import type { Outcome } from '../state/changes.ts'
import { isSelected, NO_SELECTION, selectedRows, selectionAfter, withRows } from './selection.ts'

const [one, other, third] = ['09:00', '09:30', '10:00'].map((time) =>
  rowAt(`2030-03-05 ${time}`, 30, { status: 'open' }),
) as [Appointment, Appointment, Appointment]
const changed = (row: Appointment, more: Partial<Appointment> = {}): Appointment => ({
  ...row,
  version: row.version + 1,
  ...more,
})
const outcome = (row: Appointment, kind: 'done' | 'overtaken'): Outcome => ({
  kind,
  row,
  before: row,
  wish: { kind: 'open', isOpen: false },
  isUndo: false,
})
const selection = withRows(NO_SELECTION, [one, other, third], true)

it.each<[string, Appointment[], Appointment[]]>([
  ['other pages count as they were selected', [], [one, other, third]],
  ['this page count where they are as they were', [one, other], [one, other, third]],
  ['this page that somebody has changed do not count', [one, changed(other)], [one, third]],
  ['this page that somebody has confirmed do not count', [{ ...one, status: 'confirmed' }], [other, third]],
])('selected rows of %s', (_, shown, counted) => {
  expect(selectedRows(selection, shown)).toEqual(counted)
})

it('a row that has changed since is not selected any more', () => {
  expect([one, changed(one)].map((row) => isSelected(selection, row))).toEqual([true, false])
})

it('a failed row stays selected in its present version, an untried one as it was', () => {
  const now = changed(other)
  const left = selectionAfter(selection, {
    confirmed: [outcome(changed(one), 'done')],
    failed: [outcome(now, 'overtaken')],
  })
  expect(selectedRows(left, [now])).toEqual([now, third])
  const cancelled = changed(other, { status: 'cancelled' })
  const rest = selectionAfter(selection, { confirmed: [], failed: [outcome(cancelled, 'overtaken')] })
  expect(rest.has(other.id)).toBe(true)
  expect(selectedRows(rest, [])).toEqual([one, third])
})
