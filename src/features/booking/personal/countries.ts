import { startCase } from '../../../../domain/start-case.ts'
import { COUNTRY_CODES } from './country-codes.ts'

export type Country = {
  /** English name in small letters, which is what is stored: 'nigeria'. */
  value: string
  /** Its name in the visitor's language. */
  name: string
}

/** Every country in alphabetical order of a language. */
export function countriesIn(language: string): Country[] {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const local = new Intl.DisplayNames([language], { type: 'region' })
  return COUNTRY_CODES.map((code) => ({
    value: (english.of(code) ?? code).toLowerCase(),
    name: local.of(code) ?? code,
  })).sort((a, b) => a.name.localeCompare(b.name, language))
}

/**
 * One country alone.
 * @param value as it is stored; the clinic's records may know none, or one in words of their own
 */
export function countryIn(language: string, value: string): Country {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const code = COUNTRY_CODES.find((code) => english.of(code)?.toLowerCase() === value)
  const local = new Intl.DisplayNames([language], { type: 'region' })
  return { value, name: (code && local.of(code)) ?? (value ? startCase(value) : '–') }
}
