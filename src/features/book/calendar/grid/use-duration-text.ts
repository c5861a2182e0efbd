import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** '1 h 30 min' of minutes. */
export function useDurationText(): (minutes: number) => string {
  const { t } = useTranslation('appointments')
  return useCallback(
    (minutes) => {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
      const parts = [
        ...(hours > 0 ? [t('calendar.hours', { hours })] : []),
        ...(rest > 0 || hours === 0 ? [t('calendar.minutes', { minutes: rest })] : []),
      ]
      return parts.join(' ')
    },
    [t],
  )
}
