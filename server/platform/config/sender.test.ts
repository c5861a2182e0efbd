import { expect, it } from 'vitest'
import { parseSender } from './sender.ts'

it.each([
  ['desk@example.com', { name: '', address: 'desk@example.com' }],
  [' Clinic <desk@example.com> ', { name: 'Clinic', address: 'desk@example.com' }],
  ['"Clinic, Abuja" <desk@localhost>', { name: 'Clinic, Abuja', address: 'desk@localhost' }],
  ['Clinic<desk@example.com>', { name: 'Clinic', address: 'desk@example.com' }],
  ['<desk@example.com>', { name: '', address: 'desk@example.com' }],
])('the sender %j is accepted', (text, sender) => {
  expect(parseSender(text)).toEqual(sender)
})

it.each(['', 'desk', 'a@b, c@d', 'a@b,c@d', 'Clinic <desk>', 'Clinic\r\nBcc: <a@example.com>', 'a@b@c'])(
  'the sender %j is refused',
  (text) => {
    expect(parseSender(text)).toBeNull()
  },
)
