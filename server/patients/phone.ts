import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** ISO 3166 country of a number in E.164; null where it is nobody's, as of satellites. */
export function countryOf(e164: string): string | null {
  return parsePhoneNumberFromString(e164)?.country ?? null
}

/** Null when no E.164 form exists. @param country ISO 3166 code for numbers without a country code */
export function toE164(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isValid() ? parsed.number : null
}
