import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { clock, trueTime } from '../../../clock.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { FieldGroup } from '../../../ui/form/field-group.tsx'
import { formatSince } from '../../../ui/format-instant.ts'
import { useClinic } from '../../../use-clinic.ts'
import { useField } from '../state/use-field.ts'
import type { FreeDays } from './use-free-days.ts'

const Quiet = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: 16,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
}))

/**
 * Free times while offline: a note that they come with the connection, and the age of those fetched before. Without
 * any, it replaces the calendar and shows the message of Next.
 */
export function OfflineTimes({ free }: { free: FreeDays }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('later')
  // A day may be chosen without a time: the draft of a visit before.
  const missing = useField('date').value === '' ? 'date' : 'time'
  const field = useField(missing)
  const { oldSince, isOnline, isFailed, days } = free
  const offline = isOnline || (days.length > 0 && !isFailed) ? null : t('slots.offline')
  const today = clinicDate(clock.now(), clinic.timeZone)
  const time =
    oldSince === null
      ? null
      : formatSince(trueTime(oldSince), today, clinic.timeZone, isoLanguage(i18n.language))
  if (!time && !offline) return null
  if (days.length > 0) {
    return (
      <Quiet role="status">
        {time && <p>{t('slots.asOf', { time })}</p>}
        {offline && <p>{offline}</p>}
      </Quiet>
    )
  }
  return (
    <FieldGroup field={field} label={t(`slots.${missing}`)} errorText={offline ?? undefined}>
      {!field.error && <Quiet role="status">{offline}</Quiet>}
    </FieldGroup>
  )
}
