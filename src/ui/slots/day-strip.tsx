import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayAvailability } from '../../../contract/availability.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { shortWeekday } from '../format-time.ts'
import { barsOf } from './free-days.ts'

const SIDE_PX = 16

// As far as the card's edge, so that a tile that is cut off is seen to go on.
const Strip = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: 8,
  margin: `-4px -${SIDE_PX}px`,
  padding: `4px ${SIDE_PX}px`,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  [theme.breakpoints.up('sm')]: { margin: '-4px -24px', padding: '4px 24px' },
  '@media (pointer: fine)': { scrollbarWidth: 'thin', paddingBottom: 12 },
}))

const Tile = styled('label')(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'space-between',
  minWidth: 64,
  minHeight: 84,
  padding: '6px 8px 8px',
  border: `1px solid ${theme.vars.palette.controlLine}`,
  borderRadius: 8,
  fontSize: '0.875rem',
  lineHeight: 1.25,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '& > input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '& > strong': { fontSize: '1.25rem' },
  '& > small': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  '&[data-bars="1"]': {
    borderStyle: 'dashed',
    '& > small': { fontWeight: 600, color: theme.vars.palette.warning.main },
  },
  '&:hover': { borderColor: theme.vars.palette.text.primary },
  '&:has(:checked)': {
    color: theme.vars.palette.primary.contrastText,
    borderStyle: 'solid',
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
    '& > small': { color: 'inherit' },
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '@media (forced-colors: active)': {
    '&:has(:checked)': {
      forcedColorAdjust: 'none',
      color: 'HighlightText',
      backgroundColor: 'Highlight',
      borderColor: 'Highlight',
    },
  },
}))

const Bars = styled('span')(({ theme }) => ({
  display: 'flex',
  gap: 3,
  '& > i': { width: 12, height: 4, borderRadius: 2, backgroundColor: theme.vars.palette.divider },
  '& > i[data-full=true]': { backgroundColor: theme.vars.palette.primary.main },
  '[data-bars="1"] > & > i[data-full=true]': { backgroundColor: theme.vars.palette.warning.main },
  'label:has(:checked) > & > i': { backgroundColor: 'currentColor', opacity: 0.4 },
  'label:has(:checked) > & > i[data-full=true]': { backgroundColor: 'currentColor', opacity: 1 },
}))

type Props = {
  /** Days with free times, in order. */
  days: readonly DayAvailability[]
  /** The chosen day, 'YYYY-MM-DD' in clinic time; empty for none. */
  date: string
  today: string
  /** Spoken label of a day: 'Monday, 4 March, 7 times free'. */
  nameOf: (date: string) => string
  onDate: (date: string) => void
}

/** The next days that have times, side by side; the arrow keys go from one to the next. */
export function DayStrip({ days, date, today, nameOf, onDate }: Props) {
  const { t, i18n } = useTranslation('later')
  const language = isoLanguage(i18n.language)
  const strip = useRef<HTMLDivElement>(null)
  const isShown = days.some((day) => day.date === date)
  useEffect(() => {
    if (!isShown) return
    const box = strip.current
    const tile = box?.querySelector<HTMLElement>(':checked')?.parentElement
    if (!box || !tile) return
    const isInView =
      tile.offsetLeft >= box.scrollLeft &&
      tile.offsetLeft + tile.offsetWidth <= box.scrollLeft + box.clientWidth
    // Sideways alone: the page stays where it is.
    if (!isInView) box.scrollLeft = tile.offsetLeft - SIDE_PX
  }, [isShown, date])
  return (
    <Strip ref={strip} data-strip data-scrolls>
      {days.map(({ date: day, slots }) => {
        const bars = barsOf(slots.length)
        return (
          <Tile key={day} data-bars={bars}>
            <input
              type="radio"
              name="day"
              checked={day === date}
              aria-label={nameOf(day)}
              onChange={() => onDate(day)}
            />
            <span aria-hidden="true">{day === today ? t('slots.today') : shortWeekday(day, language)}</span>
            <strong aria-hidden="true">{Number(day.slice(8))}</strong>
            <small aria-hidden="true">{t('slots.free', { count: slots.length })}</small>
            <Bars aria-hidden="true">
              {[1, 2, 3].map((bar) => (
                <i key={bar} data-full={bar <= bars} />
              ))}
            </Bars>
          </Tile>
        )
      })}
    </Strip>
  )
}
