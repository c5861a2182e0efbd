import { FALLBACK_LANGUAGE, type LanguageCode } from '../../domain/languages.ts'
import { clinic } from '../clinic.ts'

export { FALLBACK_LANGUAGE, isoLanguage, type LanguageCode } from '../../domain/languages.ts'

/** The languages that this clinic offers, in its order. */
export const offeredLanguages: readonly LanguageCode[] = clinic.languages

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

/** What a stored text means: the language if it is offered, otherwise the fallback. */
export const languageOf = (stored: string | null, offered = offeredLanguages): LanguageCode =>
  offered.find((code) => code === stored) ?? FALLBACK_LANGUAGE

/** The language chosen on this device. A storage that is refused counts as empty. */
export function storedLanguage(
  read: () => string | null = () => localStorage.getItem(LANGUAGE_KEY),
): LanguageCode {
  try {
    return languageOf(read())
  } catch {
    return FALLBACK_LANGUAGE
  }
}

/** Remembers a choice on this device, for the other tabs too. */
export function storeLanguage(language: LanguageCode): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // A browser that stores nothing still shows the language until the page is left.
  }
}
