import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cacheLanguage } from '../device/worker.ts'
import { chooseLanguage } from '../i18n/i18n.ts'
import { isoLanguage, LANGUAGE_NAMES, type LanguageCode } from '../i18n/languages.ts'
import { useMessages } from './messages.ts'

/** The page changes at once when all its texts are loaded; a failure is reported in the present language, which stays. */
export function useLanguageChoice() {
  const { t, i18n } = useTranslation()
  const { notify, clear } = useMessages()
  const latest = useRef<LanguageCode | null>(null)
  const [wanted, setWanted] = useState<LanguageCode | null>(null)

  async function choose(language: LanguageCode) {
    latest.current = language
    setWanted(language)
    try {
      await chooseLanguage(language)
      cacheLanguage(isoLanguage(language))
      // Earlier messages are in the former language.
      clear()
    } catch {
      if (latest.current === language)
        notify('error', t('languageFailed', { language: LANGUAGE_NAMES[language] }))
    }
    if (latest.current === language) setWanted(null)
  }

  return {
    /** The latest choice, even while it loads. */
    language: wanted ?? (i18n.language as LanguageCode),
    isChanging: wanted !== null,
    choose: (language: LanguageCode) => void choose(language),
  }
}
