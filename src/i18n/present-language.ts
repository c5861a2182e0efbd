import i18next from 'i18next'
import { FALLBACK_LANGUAGE, type LanguageCode } from '../../domain/languages.ts'

/** For code outside of components; English before i18next starts. */
export const presentLanguage = (): LanguageCode =>
  (i18next.language as LanguageCode | undefined) ?? FALLBACK_LANGUAGE

export const isEnglish = (): boolean => presentLanguage() === FALLBACK_LANGUAGE
