import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { mayAtom } from '../../../session/rights.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { visitColours } from '../../../ui/visit-colours.ts'
import { VisitSign } from '../../../ui/visit-sign.tsx'
import type { Column } from '../day/arrange.ts'
import { firstGap } from '../day/first-gap.ts'
import { clockOf, formatMinutes } from '../day/format-span.ts'
import { prefetchDesk } from '../desk/panels.ts'
import { patientName } from '../state/appointment-label.ts'
import { focusRow } from '../state/focus-row.ts'
import { toMoveAtom } from '../state/move-atom.ts'
import { part } from '../state/parts.ts'
import { useChanges } from '../state/use-changes.ts'
import { useLimitedService } from '../state/use-limited-service.ts'
import { useNotices } from '../state/use-notices.ts'
import { prefetchDialogs } from '../visit/details/dialogs.ts'
import { minutesIn } from '../visit/visit-state.ts'

const Tray = styled('section')(({ theme }) => ({
  ...visitColours(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 12px',
  fontSize: '0.875rem',
  lineHeight: '20px',
  '& > h3': { fontSize: '0.875rem', fontWeight: 600 },
  '& > ul': { display: 'contents', listStyle: 'none' },
  '& .waiter': {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    boxSizing: 'border-box',
    maxWidth: '100%',
    minHeight: 34,
    padding: '3px 4px 3px 8px',
    borderRadius: 6,
    border: '1px solid var(--visit-line)',
    borderInlineStart: '4px solid var(--visit-edge)',
    backgroundColor: 'var(--visit-fill)',
    userSelect: 'none',
    WebkitTouchCallout: 'none',
  },
  '& .waiter[data-movable]': { cursor: 'grab' },
  '& .waiter:has(.open:focus-visible)': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: 2,
  },
  '& .open': {
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    outline: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
  '& .what': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .state': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    fontSize: '0.75rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: 'var(--visit-ink)',
  },
  '& .urgent': { color: theme.vars.palette.error.main, fontSize: '0.75rem', fontWeight: 600 },
  // Above what opens the visit, which covers the card.
  '& .step': {
    position: 'relative',
    height: 26,
    boxSizing: 'border-box',
    padding: '0 8px',
    borderRadius: 6,
    border: `1px solid ${theme.vars.palette.primary.main}`,
    font: 'inherit',
    fontSize: '0.75rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.paper,
    cursor: 'pointer',
    '&[aria-disabled=true]': {
      color: theme.vars.palette.text.secondary,
      borderColor: theme.vars.palette.divider,
      cursor: 'not-allowed',
    },
  },
  '@media (pointer: coarse)': {
    '& .waiter': { minHeight: 52 },
    '& .step': { height: 44, padding: '0 10px', fontSize: '0.875rem' },
  },
}))

type Props = {
  location: string
  waiting: readonly Appointment[]
  /** Columns of the shown day. */
  columns: readonly Column[]
  /** The first minute of that day that isn't over; greater than 1440 where nothing is to come. */
  first: number
  /** Milliseconds since 1970. */
  now: number
  /** The element that patients are dragged from. */
  tray?: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
}

/** Walk-ins for whom there is no time yet, beside the day: seated by one press, at a chosen time, by drag and by keys. */
export function WaitingTray({ location, waiting, columns, first, now, tray, onOpen }: Props) {
  const { t } = useTranslation('appointments')
  const titleId = useId()
  const limitedService = useLimitedService([location])
  const inOrder = [...waiting].sort(
    (a, b) =>
      Number(b.waiting?.urgent) - Number(a.waiting?.urgent) ||
      Date.parse(a.waiting?.since ?? '') - Date.parse(b.waiting?.since ?? ''),
  )
  return (
    <Tray ref={tray} className="tray" aria-labelledby={titleId}>
      <h3 id={titleId}>{t('waiting.title')}</h3>
      <ul>
        {inOrder.map((row) => (
          <Waiter
            key={row.id}
            of={row}
            columns={columns}
            first={first}
            doctors={limitedService(row)?.doctors ?? null}
            now={now}
            isDraggable={tray !== undefined}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </Tray>
  )
}

type WaiterProps = Pick<Props, 'columns' | 'first' | 'now' | 'onOpen'> & {
  of: Appointment
  doctors: readonly string[] | null
  isDraggable: boolean
}

function Waiter({ of: row, columns, first, doctors, now, isDraggable, onOpen }: WaiterProps) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const changes = useChanges()
  const notify = useNotices()
  const askToMove = useSetAtom(toMoveAtom)
  const mayBook = useAtomValue(mayAtom)('book.write')
  const disabledReason = useDisabledReason()
  const name = patientName(row)
  const gap = firstGap(columns, row.duration, first, doctors)
  const column = gap && columns[gap.column]
  const seatText = gap && t('waiting.seat', { time: formatMinutes(gap.from, language) })
  const hint = disabledReason ? t(`actions.${disabledReason}`) : undefined

  const seat = () => {
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    if (!column) return
    const { location, day, doctor } = column
    const to = { location, day, time: clockOf(gap.from), minutes: row.duration, doctor }
    void changes.set(row, { kind: 'move', to })
    focusRow(row.id)
  }
  return (
    <li
      className="waiter"
      {...part('waiter')}
      data-row={row.id}
      data-state="no_time"
      data-movable={(mayBook && isDraggable) || undefined}
    >
      <button
        type="button"
        className="open"
        {...part('open')}
        aria-keyshortcuts={mayBook && isDraggable ? 'm' : undefined}
        onPointerEnter={prefetchDialogs}
        onClick={() => onOpen(row.id)}
      >
        {name}
      </button>
      <span className="what">{row.serviceText}</span>
      <span className="state">
        <VisitSign of="no_time" />
        {t('visit.waiting', { minutes: minutesIn(row, now) ?? 0 })}
      </span>
      {row.waiting?.urgent && <span className="urgent">{t('waiting.urgent')}</span>}
      {mayBook && column && (
        <button
          type="button"
          className="step"
          {...part('step')}
          aria-label={`${seatText}, ${column.doctor.name}: ${name}`}
          aria-disabled={disabledReason !== null}
          title={hint ?? column.doctor.name}
          onClick={seat}
        >
          {seatText}
        </button>
      )}
      {mayBook && !column && <span className="what">{t('waiting.noGap')}</span>}
      {mayBook && (
        <button
          type="button"
          className="step"
          {...part('step')}
          aria-label={t('waiting.chooseOf', { name })}
          aria-disabled={disabledReason !== null}
          title={hint}
          onPointerEnter={prefetchDesk}
          onClick={({ currentTarget }) => {
            if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
            askToMove({ row, opener: currentTarget })
          }}
        >
          {t('waiting.choose')}
        </button>
      )}
    </li>
  )
}
