/**
 * The languages of Enamel, by the code that the wire, the database and `clinic.config.ts` carry (specification,
 * section 9), and the ISO code for files, `<html lang>`, Intl, dayjs and MUI. The two must not be mixed up: to those,
 * 'sp', 'gr' and 'rs' are other languages or none.
 */
const ISO_BY_CODE = {
  en: 'en',
  sp: 'es',
  gr: 'de',
  it: 'it',
  rs: 'ru',
  // For patients only: what staff read falls back to English.
  ha: 'ha',
  yo: 'yo',
  ig: 'ig',
} as const

/** A language by the product's own code. */
export type LanguageCode = keyof typeof ISO_BY_CODE

/** A language by its ISO 639-1 code. */
export type IsoLanguage = (typeof ISO_BY_CODE)[LanguageCode]

/** Every language that Enamel has texts in; a clinic offers some of them. */
export const LANGUAGE_CODES = Object.keys(ISO_BY_CODE) as [LanguageCode, ...LanguageCode[]]

/** The language of a person who chose none, and of every text that another language lacks. */
export const FALLBACK_LANGUAGE: LanguageCode = 'en'

/**
 * The language in which a clinic writes to someone who asked for `wanted`: that one while it is offered, and otherwise
 * the first that is. A language may be switched off at any time, because its texts are not good enough, say: pages that
 * are still open ask for it, and appointments were booked in it.
 */
export function offeredLanguage(wanted: string, offered: readonly LanguageCode[]): LanguageCode {
  return offered.find((code) => code === wanted) ?? offered[0] ?? FALLBACK_LANGUAGE
}

/** The ISO code of a language of ours; an unknown one counts as English. */
export function isoLanguage(code: string): IsoLanguage {
  return Object.hasOwn(ISO_BY_CODE, code) ? ISO_BY_CODE[code as LanguageCode] : ISO_BY_CODE[FALLBACK_LANGUAGE]
}
