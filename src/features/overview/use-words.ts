import { useTranslation } from 'react-i18next'
import { inUtc } from '../../../domain/clinic-time.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { formatTime, shortDay, shortWeekday } from '../../ui/format-time.ts'
import { weekdayName } from '../../ui/weekdays.ts'

// Nigerian English writes the day before the month.
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

/** Numbers, days and hours of the overview in the language of the page. Days are 'YYYY-MM-DD' in clinic time. */
export function useWords() {
  const { i18n } = useTranslation('overview')
  const language = isoLanguage(i18n.language)
  const locale = localeOf(language)
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return {
    count: (value: number) => value.toLocaleString(locale),
    /** '70 %' of a share. */
    percent: (share: number) => share.toLocaleString(locale, { style: 'percent' }),
    /** '3' or '2.5': of 100, exactly enough that small ones are not nought. */
    of100: (share: number) =>
      (share * 100).toLocaleString(locale, { maximumFractionDigits: share < 0.1 ? 1 : 0 }),
    hours: (minutes: number) =>
      (minutes / 60).toLocaleString(locale, { maximumFractionDigits: minutes < 600 ? 1 : 0 }),
    day: (day: string) => shortDay(day, language),
    /** '2 Nov' */
    shortDate: (day: string) =>
      date({ day: 'numeric', month: 'short' }).format(inUtc(day)).replace('Sept', 'Sep'),
    /** '2–7 Nov' */
    span: (from: string, to: string) =>
      date({ day: 'numeric', month: 'short' }).formatRange(inUtc(from), inUtc(to)).replace('Sept', 'Sep'),
    /** 'Friday'; 0 is Sunday. */
    weekday: (weekday: number) => weekdayName(weekday, language),
    /** 'Fri'; 0 is Sunday. */
    // A week that begins on a Sunday.
    shortWeekday: (weekday: number) => shortWeekday(`2030-03-0${3 + weekday}`, language),
    /** 'F' of a day. */
    letter: (day: string) => date({ weekday: 'narrow' }).format(inUtc(day)),
    hour: (hour: number) => formatTime(`${String(hour).padStart(2, '0')}:00`, language),
  }
}
