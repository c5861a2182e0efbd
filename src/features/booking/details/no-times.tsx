import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Hint } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/format-time.ts'
import { CallClinic } from '../step/call-clinic.tsx'

const Box = styled('div')({ display: 'grid', gap: 12, justifyItems: 'start' })

type Props = {
  /** The day without free times, 'YYYY-MM-DD'; empty when no day has been chosen. */
  date: string
  /** The next day that has some. */
  next: string | undefined
  isLooking: boolean
  /** The last day that can be booked. */
  last: string
  /** The chosen doctor's name, or empty. */
  doctor: string
  onDate: (date: string) => void
  onAnyDoctor: () => void
}

/** Says of a day without free times which next one has some, one press away. */
export function NoTimes({ date, next, isLooking, last, doctor, onDate, onAnyDoctor }: Props) {
  const { t, i18n } = useTranslation('later')
  const dayLabel = (day: string) => formatDay(day, isoLanguage(i18n.language))
  if (isLooking) return <Hint role="status">{t('slots.looking')}</Hint>
  if (!next) {
    return (
      <Box role="status">
        <p>
          {doctor
            ? t('slots.noneWithDoctor', { doctor, day: dayLabel(last) })
            : t('slots.noneAtAll', { day: dayLabel(last) })}
        </p>
        {doctor ? (
          <Button variant="outlined" onClick={onAnyDoctor}>
            {t('slots.tryAny')}
          </Button>
        ) : (
          <CallClinic />
        )}
      </Box>
    )
  }
  return (
    <Box role="status">
      <div>
        {date && <p>{t('slots.none', { day: dayLabel(date) })}</p>}
        <Hint>{t('slots.next', { day: dayLabel(next) })}</Hint>
      </div>
      <Button variant="outlined" onClick={() => onDate(next)}>
        {t('slots.goNext', { day: dayLabel(next) })}
      </Button>
    </Box>
  )
}
