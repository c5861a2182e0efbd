// All rules, and not the lengths alone: the server decides whether a text is a number, and sends SMS to it.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidInput } from '../../platform/http/failure.ts'

/** ISO 3166 country of a number in E.164; null for numbers without one, as of satellites. */
export function countryOf(e164: string): string | null {
  return parsePhoneNumberFromString(e164)?.country ?? null
}

/**
 * The E.164 form of a number; null when none exists. @param country ISO 3166 code for numbers without a country code
 */
export function toE164(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isValid() ? parsed.number : null
}

export type PhoneFault = 'phone_too_long' | 'phone_too_short'

const MOST_TOO_MANY = 3

/**
 * The probable typing mistake in a number: it would be one with fewer digits, or with one more. Null: none. Other texts
 * that are no number anywhere stay as they were typed, and get no SMS.
 */
export function phoneFaultOf(phone: string, country: string): PhoneFault | null {
  if (toE164(phone, country) !== null) return null
  const digits = phone.replace(/[^\d+]/g, '')
  const isNumber = (text: string) => toE164(text, country) !== null
  for (let less = 1; less <= MOST_TOO_MANY; less++)
    if (isNumber(digits.slice(0, -less))) return 'phone_too_long'
  return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).some(isNumber)
    ? 'phone_too_short'
    : null
}

/** @throws HttpFailure 400 at `field`, with the number's mistake */
export function requirePhone(phone: string | null | undefined, country: string, field: string): void {
  const fault = phone ? phoneFaultOf(phone, country) : null
  if (fault) throw invalidInput({ [field]: fault })
}
