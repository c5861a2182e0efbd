import { expect, it } from 'vitest'
import { rowAt } from '../row.fixture.ts'
import { asWished, isAsWished, placeOfRow, type Wish } from './wishes.ts'

const waits = rowAt('2030-03-04 10:00', 30, {
  waiting: { since: '2030-03-04T10:00:00+01:00', urgent: false },
})

it('who waits for a time is not there yet, though they came at that very time', () => {
  const seat: Wish = { kind: 'move', to: placeOfRow(waits) }
  expect(isAsWished(waits, seat)).toBe(false)
  const seated = asWished(waits, seat)
  expect(seated.waiting).toBeNull()
  expect(isAsWished(seated, seat)).toBe(true)
})
