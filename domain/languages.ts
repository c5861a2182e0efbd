/**
 * The languages of Enamel: the code on the wire, in the database and in `clinic.config.ts` (specification,
 * section 9), and the ISO code for files, `<html lang>`, Intl, dayjs and MUI. Do not mix them up: in ISO,
 * 'sp', 'gr' and 'rs' are other languages or none.
 */
const ISO_BY_CODE = {
  en: 'en',
  sp: 'es',
  gr: 'de',
  it: 'it',
  rs: 'ru',
  // For patients only: staff pages fall back to English.
  ha: 'ha',
  yo: 'yo',
  ig: 'ig',
} as const

export type LanguageCode = keyof typeof ISO_BY_CODE

export type IsoLanguage = (typeof ISO_BY_CODE)[LanguageCode]

export const LANGUAGE_CODES = Object.keys(ISO_BY_CODE) as [LanguageCode, ...LanguageCode[]]

/** The language of a person who chose none, and of every text that another language lacks. */
export const FALLBACK_LANGUAGE: LanguageCode = 'en'

/**
 * The wanted language while the clinic offers it, otherwise its first. A clinic may stop offering a language
 * at any time, while pages are still open in it and appointments were booked in it.
 */
export function offeredLanguage(wanted: string, offered: readonly LanguageCode[]): LanguageCode {
  return offered.find((code) => code === wanted) ?? offered[0] ?? FALLBACK_LANGUAGE
}

/** An unknown code counts as English. */
export function isoLanguage(code: string): IsoLanguage {
  return Object.hasOwn(ISO_BY_CODE, code) ? ISO_BY_CODE[code as LanguageCode] : ISO_BY_CODE[FALLBACK_LANGUAGE]
}
