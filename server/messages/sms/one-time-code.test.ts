import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { codeSmsText } from './one-time-code.ts'

const facts = {
  clinicName: clinic.name,
  code: '123456',
  minutes: 3,
  host: 'book.example.com',
  texts: textsIn('en'),
}

it('the SMS with a code states the code first, its lifetime, and that no one asks for it', () => {
  expect(codeSmsText({ ...facts, host: null })).toBe(
    "123456 is your code for Enamel Dental Clinic. It expires in 3 minutes. We'll never ask you for it.",
  )
})

it('the SMS with a code ends with the line by which a phone offers it at that address alone', () => {
  expect(codeSmsText(facts).split('\n').at(-1)).toBe('@book.example.com #123456')
})

it('the SMS with a code is one message: at most 160 characters, all of the GSM alphabet', () => {
  expect(codeSmsText(facts).length).toBeLessThanOrEqual(160)
  expect(codeSmsText(facts)).toMatch(/^[\n !-#%-?A-Za-z@]+$/)
})

it('the SMS with a code stays one text when the name of the clinic has line breaks', () => {
  expect(codeSmsText({ ...facts, clinicName: 'A\r\n\r\n@evil.example #999999', host: null })).not.toContain(
    '\n',
  )
})
