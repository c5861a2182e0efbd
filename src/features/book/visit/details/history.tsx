import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { AppointmentEvent } from '../../../../../contract/appointments.ts'
import { clinicDate, clinicTime } from '../../../../../domain/clinic-time.ts'
import { clinicName } from '../../../../build.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../../ui/format-time.ts'
import { useClinic } from '../../../../use-clinic.ts'

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 8,
  fontSize: '0.875rem',
  '& > li': {
    display: 'grid',
    paddingInlineStart: 16,
    borderInlineStart: `2px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  '& time': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
}))

/** What patients do themselves. */
const OF_PATIENTS = ['booked', 'confirmed', 'reopened', 'cancelled', 'moved'] as const
type OfPatients = (typeof OF_PATIENTS)[number]
const isPatients = (action: string): action is OfPatients =>
  (OF_PATIENTS as readonly string[]).includes(action)

/** The latest first, in clinic time; they come oldest first. */
export function History({ events }: { events: readonly AppointmentEvent[] }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation(['appointments', 'records'])
  const language = isoLanguage(i18n.language)
  return (
    <Steps>
      {events.toReversed().map(({ at, action, by, reason, undo }) => {
        const instant = new Date(at)
        const day = shortDay(clinicDate(instant, clinic.timeZone), language, { year: true })
        return (
          <li key={`${at} ${action}`}>
            <span>
              {by === null && isPatients(action)
                ? t(`records:details.byPatient.${action}`)
                : t(`records:details.by.${undo ? 'move_undone' : action}`, { who: by ?? clinicName })}
            </span>
            {reason !== undefined && <q>{reason}</q>}
            <time dateTime={at}>
              {day}, {formatTime(clinicTime(instant, clinic.timeZone), language)}
            </time>
          </li>
        )
      })}
    </Steps>
  )
}
