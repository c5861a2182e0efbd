import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatDay } from '../../../ui/format-time.ts'
import { nearestDay } from '../day/day-labels.ts'

type Props = {
  staffId: string
  /** Code of a location, or 'all'. */
  location: string
  /** 'YYYY-MM-DD' in clinic time; not cached. */
  day: string
  onDay: (day: string) => void
}

/** Leads to the nearest cached day, if any. */
export function NearestDay({ staffId, location, day, onDay }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const queryKey = appointmentQueries.days(staffId, location)
  const found = useQueryClient().getQueriesData({ queryKey })
  const there = found.flatMap(([key, data]) => (data === undefined ? [] : String(key[queryKey.length])))
  const nearest = nearestDay(day, there)
  if (!nearest) return null
  return (
    <Button variant="outlined" color="inherit" onClick={() => onDay(nearest)}>
      {t('day.goTo', { day: formatDay(nearest, isoLanguage(i18n.language)) })}
    </Button>
  )
}
