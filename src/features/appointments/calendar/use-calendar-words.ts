import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { useStateWords } from '../visit/use-state-words.ts'
import { useDurationText } from './use-duration-text.ts'

/** What blocks and holes are labelled with: asked for once, since each of hundreds would take its time. */
export type CalendarWords = ReturnType<typeof useCalendarWords>

export function useCalendarWords() {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const state = useStateWords()
  const duration = useDurationText()
  return useMemo(() => ({ t, language, state, duration }), [t, language, state, duration])
}
