import i18next from 'i18next'
import { FALLBACK_LANGUAGE, type LanguageCode } from '../../domain/languages.ts'

/** The language that the page is in, for what is no component; before the page has begun, English. */
export const presentLanguage = (): LanguageCode =>
  (i18next.language as LanguageCode | undefined) ?? FALLBACK_LANGUAGE

export const isEnglish = (): boolean => presentLanguage() === FALLBACK_LANGUAGE
