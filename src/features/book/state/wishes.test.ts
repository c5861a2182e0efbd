import { expect, it } from 'vitest'
import { knowClinic } from '../../../clinic.fixture.ts'
import { rowAt } from '../day/row.fixture.ts'
import { asWished, inverse, isAsWished, placeOfRow, type Wish, wireOf } from './wishes.ts'

knowClinic()

const waits = rowAt('2030-03-04 10:00', 30, {
  waiting: { since: '2030-03-04T10:00:00+01:00', urgent: false },
})

it('a patient who waits for a time is not listed as arrived, even at that very time', () => {
  const seat: Wish = { kind: 'move', to: placeOfRow(waits) }
  expect(isAsWished(waits, seat)).toBe(false)
  const seated = asWished(waits, seat)
  expect(seated.waiting).toBeNull()
  expect(isAsWished(seated, seat)).toBe(true)
})

it('the undo of a move is announced as one, and nothing else is', () => {
  const before = rowAt('2030-03-04 10:00', 30)
  const there = rowAt('2030-03-05 11:00', 45)
  const move: Wish = { kind: 'move', to: placeOfRow(there) }
  expect(wireOf(move, before)).not.toHaveProperty('undo')
  expect(wireOf(inverse(move, before), there)).toEqual({
    move: {
      appointment_date: '2030-03-04',
      start_time: '10:00',
      doctor: before.doctor.id,
      duration: 30,
    },
    undo: true,
  })
  const reopen = inverse({ kind: 'open', isOpen: false }, before)
  expect(wireOf(reopen, before)).toEqual({ isOpen: true })
})
