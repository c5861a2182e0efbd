import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PREFETCH_DAYS } from '../../../../contract/seal.ts'
import { addDays } from '../../../../domain/clinic-time.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { lazyModule, prefetch, useLazyModule } from '../../../ui/lazy.tsx'
import { QuickButton } from '../../../ui/quick-button.ts'
import { FIRST_DAY, LAST_DAY } from '../day/day-labels.ts'
import { useClinicNow } from '../state/use-clinic-now.ts'

/* The page works without MUI's calendar where there is no connection. It waits for the language of the page. */
const dayCalendar = lazyModule(async () => {
  const [{ DayCalendar }, { preparePickers }] = await Promise.all([
    import('../../../ui/pickers/day-calendar.tsx'),
    import('../../../ui/pickers/picker-language.ts'),
  ])
  await preparePickers()
  return DayCalendar
})

const Opener = styled(QuickButton)({ '&&': { padding: 0, marginInlineStart: -6, minWidth: 28 } })
const Days = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, auto)',
  gap: 4,
  padding: 8,
  '& .MuiButton-root': { fontSize: '0.875rem', padding: '4px 12px', whiteSpace: 'nowrap' },
})

type Props = {
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  onDay: (day: string) => void
}

/** Goes to any day by a calendar; where that cannot be had, to the days that a device holds without a connection. */
export function Jump({ day, onDay }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const { today } = useClinicNow()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const calendar = useLazyModule(dayCalendar, isOpen)
  const choose = (chosen: string) => {
    setOpen(false)
    if (chosen !== day) onDay(chosen)
  }
  return (
    <>
      <Opener
        ref={opener}
        type="button"
        aria-label={t('day.jump')}
        title={t('day.jump')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => prefetch(dayCalendar)}
        onClick={() => setOpen(true)}
      >
        <ChevronDown size={18} />
      </Opener>
      {isOpen && (
        <Popover
          transitionDuration={0}
          open={calendar.status !== 'loading'}
          anchorEl={() => opener.current}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
          transformOrigin={{ vertical: 'top', horizontal: 'center' }}
          slotProps={{
            // In the dark it has the colour of what lies under it.
            paper: { role: 'dialog', 'aria-label': t('day.jump'), sx: { border: 1, borderColor: 'divider' } },
          }}
          onClose={() => setOpen(false)}
        >
          {calendar.status === 'ready' ? (
            <calendar.module day={day} first={FIRST_DAY} last={LAST_DAY} onDay={choose} />
          ) : (
            <Days>
              {Array.from({ length: PREFETCH_DAYS + 1 }, (_, i) => addDays(today, i)).map((each) => (
                <Button
                  key={each}
                  variant={each === day ? 'outlined' : 'text'}
                  autoFocus={each === day}
                  onClick={() => choose(each)}
                >
                  {shortDay(each, language)}
                </Button>
              ))}
            </Days>
          )}
        </Popover>
      )}
    </>
  )
}
