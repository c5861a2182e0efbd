import { expect, it } from 'vitest'
import { telAddress } from './contact-addresses.ts'

it.each([
  ['0803 123-4567', 'tel:08031234567'],
  ['+234 (803) 123 4567', 'tel:+2348031234567'],
])('the phone number %s is dialled as %s', (phone, link) => expect(telAddress(phone)).toBe(link))
