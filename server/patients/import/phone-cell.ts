import * as v from 'valibot'
import { fieldSentence, Phone } from '../../../contract/fields.ts'
import { phoneFaultOf, toE164 } from '../records/phone.ts'

/** A number that a spreadsheet took for a quantity: 8031234567.0 has all its digits, 8.03E+09 has not. */
const WITH_FRACTION = /^(\+?\d{7,15})[.,]0+$/
const SHORTENED = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i

const SHORTENED_MESSAGE =
  'A spreadsheet has shortened this number. Please format the column as text and enter or export the numbers again.'

/** Reads a phone number of a file. @param text not empty */
export function readPhoneCell(
  text: string,
  country: string,
): { phone: string; phoneE164: string | null } | { fault: string } {
  if (SHORTENED.test(text)) return { fault: SHORTENED_MESSAGE }
  const result = v.safeParse(Phone, WITH_FRACTION.exec(text)?.[1] ?? text)
  if (!result.success) return { fault: fieldSentence(result.issues[0].message) }
  const phone = result.output
  const phoneE164 = toE164(phone, country)
  const fault = phoneE164 === null ? phoneFaultOf(phone, country) : null
  return fault ? { fault: fieldSentence(fault) } : { phone, phoneE164 }
}
