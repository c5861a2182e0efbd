import { expect, it } from 'vitest'
import { parseSender } from './sender.ts'

it.each([
  ['desk@example.com', { name: '', address: 'desk@example.com' }],
  [' Clinic <desk@example.com> ', { name: 'Clinic', address: 'desk@example.com' }],
  ['"Clinic, Abuja" <desk@localhost>', { name: 'Clinic, Abuja', address: 'desk@localhost' }],
  ['Clinic<desk@example.com>', { name: 'Clinic', address: 'desk@example.com' }],
  ['<desk@example.com>', { name: '', address: 'desk@example.com' }],
])('reads the sender %j', (text, sender) => {
  expect(parseSender(text)).toEqual(sender)
})

it.each(['', 'desk', 'a@b, c@d', 'a@b,c@d', 'Clinic <desk>', 'Clinic\r\nBcc: <a@example.com>', 'a@b@c'])(
  'refuses the sender %j',
  (text) => {
    expect(parseSender(text)).toBeNull()
  },
)
