import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { formatMinutes } from '../../day/format-span.ts'
import { useStateWords } from '../../visit/use-state-words.ts'
import type { VisitState } from '../../visit/visit-state.ts'
import { useDurationText } from './use-duration-text.ts'

/** Texts of blocks and gaps: hundreds of them share a few times, states and lengths, each formatted once. */
export type CalendarWords = ReturnType<typeof useCalendarWords>

export function useCalendarWords() {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const stateWords = useStateWords()
  const duration = useDurationText()
  return useMemo(() => {
    const stateAlone = once((state: VisitState) => stateWords(state))
    return {
      t,
      language,
      /** Text for minutes of a day. */
      time: once((minutes: number) => formatMinutes(minutes, language)),
      state: (state: VisitState, minutes: number | null) =>
        minutes === null ? stateAlone(state) : stateWords(state, minutes),
      /** Text for a number of free minutes. */
      free: once((minutes: number) => t('calendar.free', { time: duration(minutes) })),
    }
  }, [t, language, stateWords, duration])
}

function once<Key, Words>(say: (key: Key) => Words): (key: Key) => Words {
  const said = new Map<Key, Words>()
  return (key) => {
    const words = said.get(key) ?? say(key)
    said.set(key, words)
    return words
  }
}
