import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The E.164 form of a phone number, or null when none can be made of what was typed.
 * @param country ISO 3166 code by which numbers without a country code are read
 */
export function toE164(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isValid() ? parsed.number : null
}
