import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PREFETCH_DAYS } from '../../../../contract/seal.ts'
import { addDays } from '../../../../domain/clinic-time.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { unseen } from '../../../theme/unseen.ts'
import { DataState } from '../../../ui/data-state.tsx'
import { shortDay } from '../../../ui/format-time.ts'
import { lazyModule, prefetch, useLazyModule } from '../../../ui/lazy.tsx'
import { QuickButton } from '../../../ui/quick-button.ts'
import { FIRST_DAY, LAST_DAY } from '../day/day-labels.ts'
import { prefetchDesk } from '../desk/panels.ts'
import { LocationFilter } from '../list/filters.tsx'
import { ViewSwitch } from '../list/view-switch.tsx'
import { addressOf } from '../state/dashboard-address.ts'
import { useClinicNow } from '../state/use-clinic-now.ts'
import { useDashboardAddress } from '../state/use-dashboard-address.ts'

/** Screens on which a day is a list. */
const PHONE = '@media (max-width: 699.95px)'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > h2': { overflowWrap: 'anywhere', minWidth: 0, marginInlineStart: 8 },
  '& > p': { marginInlineStart: 'auto', marginInlineEnd: 4 },
  '& select': { fontSize: '0.875rem' },
  '& .square': { padding: 0, width: 44 },
  '& button[data-kind=outlined]': {
    border: `1px solid ${theme.vars.palette.controlLine}`,
    color: theme.vars.palette.primary.main,
  },
  '&& button:disabled': {
    color: theme.vars.palette.action.disabled,
    borderColor: theme.vars.palette.action.disabledBackground,
    cursor: 'default',
  },
  '@media (hover: hover)': {
    '& button:not([data-kind=contained]):hover': {
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 6%, transparent)`,
    },
  },
  '& > button[aria-pressed=true]': {
    color: theme.vars.palette.primary.main,
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 12%, ${theme.vars.palette.background.paper})`,
  },
  '& .key': {
    padding: '0 5px',
    borderRadius: 4,
    font: 'inherit',
    fontSize: '0.75rem',
    lineHeight: '18px',
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.contrastText} 22%, transparent)`,
  },
  // Two rows: where, with how old it is beneath, then how and what.
  [PHONE]: {
    display: 'grid',
    gridTemplateColumns: 'auto auto auto minmax(0, 1fr) auto',
    gap: '0 8px',
    '& > button': { gridRow: '1 / 3' },
    '& > h2': {
      gridArea: '1 / 4',
      margin: 0,
      fontSize: '1rem',
      lineHeight: '22px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& > p': { gridArea: '2 / 4', margin: 0, minHeight: 22, justifyContent: 'flex-start' },
    '& > div': { gridColumn: '1 / -1', marginTop: 8, flexWrap: 'nowrap', gap: 8 },
    '& > div > label': { flex: 1, minWidth: 0 },
    '& select': { width: '100%' },
    '& nav > a': { padding: '0 10px' },
    '& .word': unseen,
    '& button': { padding: '4px 8px', minWidth: 44 },
    '& .key': { display: 'none' },
  },
  // Controls without room beside the others wrap below.
  '@media (max-width: 359.95px)': {
    '& > div': { flexWrap: 'wrap' },
    '& > h2': { whiteSpace: 'normal' },
    '& nav > a': { padding: '0 4px' },
  },
  // As dense as a mouse allows.
  '@media (pointer: fine)': {
    '& select': { minHeight: 36, minWidth: 36 },
    '& .square': { width: 36 },
  },
  '@media (hover: none)': { '& .key': { display: 'none' } },
}))

const End = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
})

const NEW_KEY = 'N'

type Props = {
  heading: string
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  /** Days that an arrow goes: 1 or 7. */
  stride: 1 | 7
  isPresent: boolean
  location: string
  updatedAt: number
  isTouch: boolean
  canPrint: boolean
  /** Opens the booking panel; null: not allowed. */
  onNew: (() => void) | null
}

export function CalendarBar(props: Props) {
  const { heading, day, stride, isPresent, location, updatedAt, isTouch, canPrint, onNew } = props
  const { t } = useTranslation('appointments')
  const [address, go] = useDashboardAddress()
  const { today } = useClinicNow()
  const onDay = (date: string) => go({ day: date })
  // Who presses twice goes twice as far, also where the first day is not rendered yet.
  const step = (days: number) => {
    const there = addDays(addressOf(window.location.search).day || today, days)
    if (there >= FIRST_DAY && there <= LAST_DAY) onDay(there)
  }
  const unit = stride === 1 ? 'day' : 'week'
  return (
    <Bar>
      <QuickButton
        type="button"
        className="square"
        data-kind="outlined"
        aria-label={t(`${unit}.previous`)}
        title={t(`${unit}.previous`)}
        disabled={addDays(day, -stride) < FIRST_DAY}
        onClick={() => step(-stride)}
      >
        <ChevronLeft size={20} />
      </QuickButton>
      <QuickButton
        type="button"
        data-kind="outlined"
        aria-pressed={isPresent}
        onClick={() => {
          if (address.day !== '') go({ day: '' })
        }}
      >
        {t(`${unit}.today`)}
      </QuickButton>
      <QuickButton
        type="button"
        className="square"
        data-kind="outlined"
        aria-label={t(`${unit}.next`)}
        title={t(`${unit}.next`)}
        disabled={addDays(day, stride) > LAST_DAY}
        onClick={() => step(stride)}
      >
        <ChevronRight size={20} />
      </QuickButton>
      <h2 aria-live="polite">{heading}</h2>
      <Jump day={day} onDay={onDay} />
      <DataState updatedAt={updatedAt} />
      <End>
        <ViewSwitch address={address} />
        <LocationFilter location={location} onLocation={(code) => go({ location: code })} />
        {!isTouch && (
          <QuickButton
            type="button"
            className="square"
            data-kind="outlined"
            aria-label={t('day.print')}
            title={t('day.print')}
            disabled={!canPrint}
            onClick={() => print()}
          >
            <Printer size={18} />
          </QuickButton>
        )}
        {onNew && (
          <QuickButton
            type="button"
            data-kind="contained"
            aria-keyshortcuts="n"
            onPointerEnter={prefetchDesk}
            onClick={onNew}
          >
            <Plus size={18} />
            <span className="word">{t(isTouch ? 'calendar.newShort' : 'calendar.new')}</span>
            {!isTouch && (
              <span className="key" aria-hidden="true">
                {NEW_KEY}
              </span>
            )}
          </QuickButton>
        )}
      </End>
    </Bar>
  )
}

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

type JumpProps = {
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  onDay: (day: string) => void
}

/** Goes to any day by a calendar; if that cannot be fetched, to the cached days. */
function Jump({ day, onDay }: JumpProps) {
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
