import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../i18n/languages.ts'
import type { OfflineRequest } from '../../offline/requests/request.ts'
import { formatTime, shortDay } from '../format-time.ts'
import { locationName } from '../location-name.ts'

/** Number of a request as said to the patient and written on paper. */
export const requestNumber = (number: number) => `A-${number}`

/** Day, time and place that are wished for. */
export function useWish(): (request: Pick<OfflineRequest, 'body'>) => string {
  const { i18n } = useTranslation()
  const language = isoLanguage(i18n.language)
  return ({ body: { appointment_date: day, start_time: time, location } }) =>
    [day && shortDay(day, language), time && formatTime(time, language), locationName(location)]
      .filter(Boolean)
      .join(', ')
}
