import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Null when no E.164 form exists. @param country ISO 3166 code for numbers without a country code */
export function toE164(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isValid() ? parsed.number : null
}
