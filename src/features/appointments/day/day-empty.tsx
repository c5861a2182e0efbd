import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { formatDay } from '../../../ui/format-time.ts'
import { locationName } from '../../../ui/location-name.ts'
import { EmptyFrame } from '../../../ui/paged-list/list-empty.tsx'
import { isOpenOn, nextOpenDay } from './day-labels.ts'

const Framed = styled(EmptyFrame)(({ theme }) => ({
  border: `1px dashed ${theme.vars.palette.divider}`,
  borderRadius: 10,
}))

type Props = {
  /** Code of a location, or 'all'. */
  location: string
  /** Both 'YYYY-MM-DD' in clinic time. */
  day: string
  today: string
  onDay: (day: string) => void
  onToday: () => void
}

export function DayEmpty({ location, day, today, onDay, onToday }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const places = useAtomValue(ownLocationsAtom).filter(
    ({ code }) => location === ALL_LOCATIONS || location === code,
  )
  const hours = places.map(({ openingHours }) => openingHours)
  const isOpen = hours.some((ofPlace) => isOpenOn(ofPlace, day))
  const place = location === ALL_LOCATIONS ? t('allLocations') : locationName(location)
  // A closed day leads to the next open one; an empty open day leads back to today.
  const next = isOpen && day !== today ? null : nextOpenDay(day, hours)
  return (
    <Framed>
      <p>{t(isOpen ? 'day.none' : 'day.closed', { place })}</p>
      {next ? (
        <Button variant="outlined" onClick={() => onDay(next)}>
          {t('day.goTo', { day: formatDay(next, isoLanguage(i18n.language)) })}
        </Button>
      ) : (
        <Button variant="outlined" onClick={onToday}>
          {t('day.goToday')}
        </Button>
      )}
    </Framed>
  )
}
