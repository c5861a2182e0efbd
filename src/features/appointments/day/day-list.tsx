import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime } from '../../../ui/format-time.ts'
import { startOf } from './arrange-day.ts'
import { DayEntry } from './day-entry.tsx'

const List = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '& > li': { padding: '8px 12px' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > li[data-next=true]': { borderTop: `2px solid ${theme.vars.palette.primary.main}` },
}))

const Time = styled('time')(({ theme }) => ({ fontWeight: 600, color: theme.vars.palette.text.primary }))

const Next = styled('span')(({ theme }) => ({ fontWeight: 600, color: theme.vars.palette.primary.main }))

type Props = {
  label: string
  /** Sorted by time. */
  appointments: readonly Appointment[]
  /** Milliseconds since 1970; null when the day is not today. */
  now: number | null
}

export function DayList({ label, appointments, now }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const next = now === null ? undefined : appointments.find((appointment) => startOf(appointment) >= now)
  return (
    <List aria-label={label}>
      {appointments.map((appointment) => (
        <li key={appointment.id} data-next={appointment === next}>
          <DayEntry
            of={appointment}
            when={
              <>
                {appointment === next && <Next>{t('day.upNext')}</Next>}
                <Time dateTime={appointment.appointment_date}>
                  {formatTime(appointment.appointment_date.slice(11, 16), language)}
                </Time>
              </>
            }
          />
        </li>
      ))}
    </List>
  )
}
