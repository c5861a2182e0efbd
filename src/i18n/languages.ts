import { LANGUAGE_COOKIE } from '../../contract/language-cookie.ts'
import { FALLBACK_LANGUAGE, type LanguageCode } from '../../domain/languages.ts'
import { builtLanguages } from '../build.ts'
import { paths } from '../paths.ts'

export { FALLBACK_LANGUAGE, isoLanguage, type LanguageCode } from '../../domain/languages.ts'

/** Each language in itself. */
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

/** The fallback where there is no page in the stored language. */
export const languageOf = (stored: string | null, built = builtLanguages): LanguageCode =>
  built.find((code) => code === stored) ?? FALLBACK_LANGUAGE

/** A storage that is refused counts as empty. */
export function storedLanguage(
  read: () => string | null = () => localStorage.getItem(LANGUAGE_KEY),
): LanguageCode {
  try {
    return languageOf(read())
  } catch {
    return FALLBACK_LANGUAGE
  }
}

export function storeLanguage(language: LanguageCode): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  sayLanguage(language)
}

const YEAR_SECONDS = 31_536_000

/** Makes the server send the booking page in this language at the next visit. */
export function sayLanguage(language: LanguageCode): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is in no Firefox before 140, and asynchronous.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=${paths.book()}; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}
