import { FALLBACK_LANGUAGE, type LanguageCode } from '../../domain/languages.ts'

export { FALLBACK_LANGUAGE, isoLanguage, type LanguageCode } from '../../domain/languages.ts'

/** The languages that have texts today. */
export const supportedLanguages: readonly LanguageCode[] = ['en']

/** Name of each language in itself, for the language corner. */
export const LANGUAGE_NAMES: Record<LanguageCode, string> = {
  en: 'English',
  sp: 'Español',
  gr: 'Deutsch',
  it: 'Italiano',
  rs: 'Русский',
  ha: 'Hausa',
  yo: 'Yorùbá',
  ig: 'Igbo',
}

/** Local storage key of the chosen language; the value is the code itself, not JSON. */
export const LANGUAGE_KEY = 'I18N_LANGUAGE'

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
