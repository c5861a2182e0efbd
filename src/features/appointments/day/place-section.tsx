import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { clinic } from '../../../clinic.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatDay } from '../../../ui/format-time.ts'
import { locationName } from '../../../ui/location-name.ts'
import { PlaceBadge } from '../badges.tsx'
import { arrangeDay } from './arrange-day.ts'
import { DayGrid } from './day-grid.tsx'
import { isOpenOn } from './day-labels.ts'
import { DayList } from './day-list.tsx'
import { Quiet, Totals } from './totals.tsx'
import type { PlaceFacts } from './use-place-facts.ts'

const Section = styled('section')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 })

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' })

type Props = {
  code: string
  /** Then it has a heading of its own. */
  isOneOfSeveral: boolean
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  now: { at: number; today: string }
  appointments: readonly Appointment[]
  /** Null: there is no room for columns. */
  facts: PlaceFacts | null
}

export function PlaceSection({ code, isOneOfSeveral, day, now, appointments, facts }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const place = locationName(code)
  const hours = clinic.locations.find((location) => location.code === code)?.openingHours ?? []
  const label = t('day.labelOf', { place, day: formatDay(day, isoLanguage(i18n.language)) })
  const isEmpty = appointments.length === 0

  const shown = () => {
    if (isEmpty) return <Quiet>{t(isOpenOn(hours, day) ? 'day.none' : 'day.closed', { place })}</Quiet>
    if (!facts) {
      return <DayList label={label} appointments={appointments} now={day === now.today ? now.at : null} />
    }
    const arranged = arrangeDay({ day, timeZone: clinic.timeZone, hours, appointments, ...facts })
    return <DayGrid label={label} day={arranged} now={now.at} />
  }

  return (
    <Section aria-label={label}>
      {isOneOfSeveral && (
        <Head>
          <h3>
            <PlaceBadge code={code} />
          </h3>
          {!isEmpty && <Totals of={appointments} />}
        </Head>
      )}
      {shown()}
    </Section>
  )
}
