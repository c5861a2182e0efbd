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
