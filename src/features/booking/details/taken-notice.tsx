import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatDay, formatTime, shortDay } from '../../../ui/format-time.ts'
import type { Slot } from '../state/booking-state.ts'
import { TAKEN_ID } from './taken-id.ts'

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: 16,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.warning.main}`,
  backgroundColor: theme.vars.palette.warning.light,
  '& h3:focus': { outline: 'none' },
}))

const Offers = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& > button': { backgroundColor: theme.vars.palette.background.paper },
}))

type Props = {
  /** The time that someone else was faster with. */
  taken: Slot
  nearest: readonly Slot[]
  isLooking: boolean
  onChoose: (slot: Slot) => void
}

/** After a lost race: what happened, that nothing else is lost, and the nearest free times. */
export function TakenNotice({ taken, nearest, isLooking, onChoose }: Props) {
  const { t, i18n } = useTranslation('later')
  const language = isoLanguage(i18n.language)
  const hint = isLooking ? t('slots.loading') : nearest.length ? t('slots.takenHint') : t('slots.takenNone')
  // The heading has named the day already; only another one is said.
  const formatOffer = ({ date, time }: Slot) => {
    const spoken = formatTime(time, language)
    return date === taken.date ? spoken : t('slots.nearest', { time: spoken, day: shortDay(date, language) })
  }
  return (
    <Box>
      <div>
        <h3 id={TAKEN_ID} tabIndex={-1}>
          {t('slots.taken', {
            time: formatTime(taken.time, language),
            day: formatDay(taken.date, language),
          })}
        </h3>
        <p role="status">{hint}</p>
      </div>
      {!isLooking && nearest.length > 0 && (
        <Offers role="group" aria-labelledby={TAKEN_ID}>
          {nearest.map((slot) => (
            <Button key={`${slot.date} ${slot.time}`} variant="outlined" onClick={() => onChoose(slot)}>
              {formatOffer(slot)}
            </Button>
          ))}
        </Offers>
      )}
    </Box>
  )
}
