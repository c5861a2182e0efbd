import { expect, it } from 'vitest'
import {
  classifyContact,
  comparableClinicId,
  comparableEmail,
  foldEmail,
  isEmail,
  isPhone,
  readPhone,
  splitNumber,
} from './contact.ts'

it.each([
  ['ada@example.com', true],
  ["o'neil+dentist@mail.example.co.uk", true],
  ['ada@example', false],
  ['ada@@example.com', false],
  ['ada example@example.com', false],
  ['ada@-example.com', false],
  ['ada..obi@example.com', false],
  ['ada@example.com\nBcc: x@example.com', false],
  ['مرحبا@example.com', false],
  [`${'a'.repeat(250)}@example.com`, false],
])('%j is an email address: %s', (text, is) => expect(isEmail(text)).toBe(is))

it.each([
  ['+2348031234567', true],
  ['2348031234567', true],
  ['+234 803 123 4567', true],
  ['08031234567', true],
  ['0803 123 4567', true],
  ['(803) 123-4567', true],
  ['803.123.4567', true],
  // An international number: 7 to 15 digits, the first of them no 0, single separators between them.
  ['+123456', false],
  ['+6834002', true],
  ['+123456789012345', true],
  ['123456789012345', true],
  ['+1234567890123456', false],
  ['+0803123456', false],
  ['++2348031234567', false],
  ['+234  803 123 4567', false],
  ['+234-803.123 4567', true],
  ['+2348031234567-', false],
  [' +2348031234567', false],
  // 10 digits with optional separators, where the first may be a 0.
  ['0031234567', true],
  ['803-123-4567', true],
  ['(803)1234567', true],
  ['(803-123-4567', true],
  ['8031 234 567', true],
  ['(8031) 234567', false],
  ['(803) 123-456', false],
  // A national number: 0 and 7 to 13 digits more.
  ['0123456', false],
  ['01234567', true],
  ['0123 456 789 0123', true],
  ['012345678901234', false],
  ['12345678', true],
  ['phone', false],
  ['+234803123456a', false],
  ['', false],
])('%j is a phone number: %s', (text, is) => expect(isPhone(text)).toBe(is))

it.each([
  '08031234567',
  '0803 123 4567',
  '0803-123-4567',
  '0803.123.4567',
  '(0803) 123 4567',
  '(0803)1234567',
  '0803/123 4567',
  '0803 / 123 - 4567',
  '+2348031234567',
  '+234 803 123 4567',
  '+234 (0)803 123 4567',
  '+234(0)8031234567',
  '+234 (0) 803 123 4567',
  '+ 234 803 123 4567',
  '+(234) 803 123 4567',
  '00234 803 123 4567',
  '002348031234567',
  '2348031234567',
  '\u202a+234 803 123 4567\u202c',
  '\u200e0803\u00a0123\u00a04567',
  '0803\u2011123\u20114567',
  '０８０３１２３４５６７',
  '٠٨٠٣١٢٣٤٥٦٧',
  'tel:+2348031234567',
  '  0803  123  4567  ',
  '0803 123 4567-',
  '00-234-803-123-4567',
  '00 (234) 803 123 4567',
  '00/234/8031234567',
  '+00234 803 123 4567',
  '+234-(0)-803-123-4567',
  '+234 [0] 803 123 4567',
  '[0803] 123 4567',
  '0803·123·4567',
  '0803_123_4567',
  '0803\u2215123 4567',
  "'08031234567",
  '"0803 123 4567"',
  '<08031234567>',
  '0803 123 4567,',
  '📞 0803 123 4567',
  'Mobile: 0803 123 4567',
  'Tel. 0803 123 4567',
  'Tél : 0803 123 4567',
  'T: 0803 123 4567',
  'WhatsApp +2348031234567',
  '+234 803 123 4567 (mobile)',
  '0803 123 4567 (WhatsApp)',
])('the number %j is read', (text) => {
  const read = readPhone(text) ?? ''
  expect(isPhone(read)).toBe(true)
  expect(read.replace(/\D/g, '').replace(/^(?:234|0)/, '')).toBe('8031234567')
})

it.each([
  '0803 123 4567 / 0805 123 4567',
  '8031234567.0',
  '8.03123E+09',
  '0803 123 4567 ext 5',
  '++234803',
  'ENM-0104',
  'ENM 08031234567',
  'Tel',
  '15/03',
  '',
])('%j is read as no number', (text) => expect(readPhone(text)).toBeNull())

it('contacts are compared without case and spaces', () =>
  expect(comparableEmail(' Ada@Example.COM ')).toBe('ada@example.com'))

it.each([
  ['ada@example.com', 'email'],
  [' ada@example.com ', 'email'],
  ['08031234567', 'phone'],
  ['+234 803 123 4567', 'phone'],
  ['12345678', 'phone'],
  ['1234567', 'clinic_id'],
  ['+1234567', 'phone'],
  ['EMR-004512', 'clinic_id'],
  ['ada@example', 'clinic_id'],
  ['\u202a0803 123 4567\u202c', 'phone'],
  ['(0803) 123 4567', 'phone'],
  ['ada\u200b@example.com', 'email'],
  ['PF/2101', 'clinic_id'],
])('%j is read as %s', (text, kind) => expect(classifyContact(text)).toBe(kind))

it('clinic ids are compared in capitals', () => expect(comparableClinicId(' emr-12 ')).toBe('EMR-12'))

it.each([
  ['x.@example.com', false],
  ['.x@example.com', false],
  ['x..y@example.com', false],
  ['x@example..com', false],
  ['x@.example.com', false],
  ['x@example.com.', false],
  ['x.y@example.com', true],
  ['x+y@example.co', true],
])('%j is an email address: %s', (text, is) => expect(isEmail(text)).toBe(is))

it.each([
  ['Ada Obi 0803 123 4567', 'Ada Obi', '0803 123 4567'],
  ['0803 123 4567 Ada Obi', 'Ada Obi', '0803 123 4567'],
  ['Ada Obi (0803 123 4567)', 'Ada Obi', '0803 123 4567'],
  ['Ada Obi (0803) 123 4567', 'Ada Obi', '0803 123 4567'],
  ['Ada Obi <08031234567>', 'Ada Obi', '08031234567'],
  ['Ada Obi, tel: 0803/123 4567.', 'Ada Obi', '0803 123 4567'],
  ['Ada Obi | 08031234567', 'Ada Obi', '08031234567'],
  ['Ada Obi 0803–123–4567', 'Ada Obi', '0803-123-4567'],
  ['Mobile: 0803 123 4567', 'Mobile: 0803 123 4567', ''],
  ['0803 123 4567', '0803 123 4567', ''],
  ['Ada Obi 080', 'Ada Obi 080', ''],
  ['Ada Obi 15/03/1990', 'Ada Obi', ''],
  ['Ada Obi 1990-03-15', 'Ada Obi', ''],
  ['Ada Obi 01.02.1990', 'Ada Obi', ''],
])('%j names %j with the number %j', (text, name, phone) =>
  expect(splitNumber(text)).toEqual({ name, phone }),
)

it.each([
  'mailto:ada@example.com',
  '<ada@example.com>',
  'Ada Obi <ada@example.com>',
  'ada@example.com;',
  'Obi, Ada <mailto:ada@example.com>, ',
  'ada＠example．com\u200b',
])('%j is the address of Ada', (text) => expect(foldEmail(text)).toBe('ada@example.com'))

it.each(['ada@example.c', 'ada@192.168.0.1', `${'a'.repeat(65)}@example.com`])('%j is no address', (text) =>
  expect(isEmail(text)).toBe(false),
)
