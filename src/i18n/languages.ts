/**
 * Languages by the code that the product stores and offers (specification, section 9) and the ISO code for
 * files, `<html lang>`, Intl, dayjs and MUI. The two must not be mixed up: 'sp', 'gr' and 'rs' are other
 * languages, or none, to those.
 */
const ISO_BY_CODE = { en: 'en', sp: 'es', gr: 'de', it: 'it', rs: 'ru' } as const

export type LanguageCode = keyof typeof ISO_BY_CODE

export const FALLBACK_LANGUAGE: LanguageCode = 'en'

/** The languages that have texts today. */
export const supportedLanguages: readonly LanguageCode[] = ['en']

/** Name of each language in itself, for the language corner. */
export const LANGUAGE_NAMES: Record<LanguageCode, string> = {
  en: 'English',
  sp: 'Español',
  gr: 'Deutsch',
  it: 'Italiano',
  rs: 'Русский',
}

/** Local storage key of the chosen language; the value is the code itself, not JSON. */
export const LANGUAGE_KEY = 'I18N_LANGUAGE'

/** The ISO code of a language of ours; an unknown one counts as English. */
export function isoLanguage(code: string): string {
  return ISO_BY_CODE[code as LanguageCode] ?? ISO_BY_CODE[FALLBACK_LANGUAGE]
}

/** The stored choice if it is a language that is offered, otherwise the fallback. A storage that is refused counts as empty. */
export function storedLanguage(
  read: () => string | null = () => localStorage.getItem(LANGUAGE_KEY),
): LanguageCode {
  try {
    const stored = read()
    return supportedLanguages.find((code) => code === stored) ?? FALLBACK_LANGUAGE
  } catch {
    return FALLBACK_LANGUAGE
  }
}
