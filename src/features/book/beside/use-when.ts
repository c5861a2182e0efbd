import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'

/** 'Today, 11:30 AM' or 'Tue 24 Nov, 9:30 AM' of an instant of the wire, which has the clinic's offset. */
export function useWhen(today: string): (instant: string) => string {
  const { t, i18n } = useTranslation('todo')
  const language = isoLanguage(i18n.language)
  return (instant) => {
    const [day, time] = [instant.slice(0, 10), formatTime(instant.slice(11, 16), language)]
    return t('when', { day: day === today ? t('today') : shortDay(day, language), time })
  }
}
