import { expect, it } from 'vitest'
import type { FloodBooking } from '../../../contract/flood.ts'
import { changedSelection, chosen, newIn } from './selection.ts'

const booking = (id: string, more: Partial<FloodBooking> = {}): FloodBooking => ({
  id,
  reference: 'ACDE3467',
  appointment_date: '2030-03-05T10:00:00+01:00',
  at: '2030-03-04T07:00:00+01:00',
  location: 'fct',
  name: 'Ada Obi',
  status: 'open',
  marks: [],
  isKnown: false,
  isOver: false,
  ...more,
})
const group = {
  group: 'abc',
  callers: 1,
  bookings: [booking('new'), booking('known', { isKnown: true }), booking('over', { isOver: true })],
}

it('the selection takes no booking of a known contact and none that is over', () => {
  expect(newIn(group).map(({ id }) => id)).toEqual(['new'])
})

it('a known booking selected by hand is cancelled, one that is over or gone is not', () => {
  const selection = changedSelection(new Set(), ['new', 'known', 'over', 'gone'], true)
  expect(chosen([group], selection).map(({ id }) => id)).toEqual(['new', 'known'])
  expect(chosen([group], changedSelection(selection, ['known'], false)).map(({ id }) => id)).toEqual(['new'])
})
