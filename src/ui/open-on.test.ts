import { expect, it } from 'vitest'
import { openOn } from './open-on.ts'

const day = [{ from: '09:00', to: '17:00' }]
const halves = [
  { from: '09:00', to: '12:00' },
  { from: '13:00', to: '24:00' },
]

it.each([
  [[[], day, day, day, day, day, []], 'en', ['Mon–Fri 9:00 AM–5:00 PM']],
  [
    [[], day, [], day, [], [], halves],
    'en',
    ['Mon 9:00 AM–5:00 PM', 'Wed 9:00 AM–5:00 PM', 'Sat 9:00 AM–12:00 PM, 1:00 PM–12:00 AM'],
  ],
  [[day, day, day, day, day, day, day], 'en', ['Mon–Sun 9:00 AM–5:00 PM']],
  [[], 'en', []],
])('the opening hours of a clinic are written in lines (%#)', (hours, language, lines) =>
  expect(openOn(hours, language)).toEqual(lines),
)
