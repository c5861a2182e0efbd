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
import { nextOpenDay } from '../day/day-labels.ts'

const Framed = styled(EmptyFrame)(({ theme }) => ({
  border: `1px dashed ${theme.vars.palette.divider}`,
  borderRadius: 10,
}))

type Props = {
  /** Code of a location, or 'all'. */
  location: string
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  onDay: (day: string) => void
}

/** Instead of a day on which nobody works: it leads to the next one on which somebody does. */
export function ClosedDay({ location, day, onDay }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const places = useAtomValue(ownLocationsAtom).filter(
    ({ code }) => location === ALL_LOCATIONS || location === code,
  )
  const place = location === ALL_LOCATIONS ? t('allLocations') : locationName(location)
  const next = nextOpenDay(
    day,
    places.map(({ openingHours }) => openingHours),
  )
  return (
    <Framed>
      <p>{t('day.closed', { place })}</p>
      {next && (
        <Button variant="outlined" onClick={() => onDay(next)}>
          {t('day.goTo', { day: formatDay(next, isoLanguage(i18n.language)) })}
        </Button>
      )}
    </Framed>
  )
}
