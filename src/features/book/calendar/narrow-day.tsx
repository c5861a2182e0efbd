import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { offlineRequestsAtom } from '../../../offline/requests/requests-atom.ts'
import { mayAtom } from '../../../session/rights.ts'
import { formatTime } from '../../../ui/format-time.ts'
import { visitColours } from '../../../ui/visit-colours.ts'
import { VisitSign } from '../../../ui/visit-sign.tsx'
import { WaitingTray } from '../beside/waiting-tray.tsx'
import { splitWaiting } from '../day/arrange.ts'
import { dayColumns } from '../day/day-columns.ts'
import { hoursOf } from '../day/hours-of.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import { AppointmentMark } from '../list/appointment-mark.tsx'
import { patientName } from '../state/appointment-label.ts'
import { useAppointmentHighlight } from '../state/highlight-booked.ts'
import { part } from '../state/parts.ts'
import type { PlaceFacts } from '../state/use-place-facts.ts'
import { prefetchDialogs } from '../visit/details/dialogs.ts'
import { StepButton } from '../visit/step-button.tsx'
import { useStateWords } from '../visit/use-state-words.ts'
import { useStepRules } from '../visit/use-step-rules.ts'
import { minutesIn, startOf, visitStateOf } from '../visit/visit-state.ts'
import { BlockedSign } from './grid/blocked-sign.tsx'
import { RequestStrip } from './grid/request-drafts.tsx'
import { foldedOf, SETTLED, settledIn } from './settled.ts'

type Props = {
  label: string
  code: string
  day: string
  now: { at: number; today: string; minutes: number }
  appointments: readonly Appointment[]
  facts: PlaceFacts
  onOpen: (id: string) => void
}

/** The day as a list, with who waits for a time above it. */
export function NarrowDay({ label, code, day, now, appointments, facts, onOpen }: Props) {
  const { timed, waiting } = splitWaiting(appointments)
  const hours = hoursOf(code)
  const mayBook = useAtomValue(mayAtom)('book.write')
  const asked = useAtomValue(offlineRequestsAtom)?.requests ?? []
  const requests = asked.filter(({ body }) => body.appointment_date === day && body.location === code)
  return (
    <>
      {waiting.length > 0 && (
        <WaitingTray
          location={code}
          waiting={waiting}
          columns={
            dayColumns({
              code,
              day,
              hours,
              working: facts.doctors.get(code),
              blockers: facts.blockers,
              appointments: timed,
            }).columns
          }
          first={minutesGone(day, now)}
          now={now.at}
          onOpen={onOpen}
        />
      )}
      <RequestStrip requests={mayBook ? requests : []} />
      {timed.length > 0 && (
        <DayList
          key={`${code} ${day}`}
          label={label}
          appointments={timed}
          now={now.at}
          isToday={day === now.today}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

const List = styled('ol')(({ theme }) => ({
  ...visitColours(theme),
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  overflow: 'clip',
  backgroundColor: theme.vars.palette.background.paper,
  fontSize: '0.875rem',
  lineHeight: '20px',
  '& > li': {
    position: 'relative',
    display: 'grid',
    // The same in all rows, for the longest time of day.
    gridTemplateColumns: '5.4em minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '2px 8px',
    minHeight: 52,
    padding: '6px 12px 6px 8px',
    borderInlineStart: '4px solid var(--visit-edge)',
    backgroundColor: 'var(--visit-fill)',
  },
  '& > li[data-state=pending]': { borderInlineStartStyle: 'double' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > li[data-next=true]': { borderTop: '2px solid var(--calendar-now)' },
  '& > li[data-highlight]': { backgroundColor: theme.vars.palette.info.light },
  '& time': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& .what, & .soft': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .open': {
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    fontWeight: 600,
    textAlign: 'start',
    color: 'inherit',
    overflowWrap: 'anywhere',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  },
  '& [data-state=done] .open, & [data-state=no_show] .open': { color: theme.vars.palette.text.secondary },
  '& [data-state=no_show] .open': { textDecoration: 'line-through' },
  '& .state': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    fontSize: '0.75rem',
    fontWeight: 600,
    color: 'var(--visit-ink)',
  },
  '& .signs': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 10px' },
}))

const Fold = styled('details')(({ theme }) => ({
  '& > summary': {
    cursor: 'pointer',
    lineHeight: '44px',
    fontSize: '0.875rem',
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
  },
}))

type DayListProps = {
  label: string
  /** Sorted by time. */
  appointments: readonly Appointment[]
  /** Milliseconds since 1970. */
  now: number
  isToday: boolean
  onOpen: (id: string) => void
}

/**
 * Replaces columns on a narrow screen: a day by time, with one next step in each row. Appointments of today that were
 * settled when the list was opened are folded up, so that it begins with the open ones. Nothing is folded up later,
 * under a finger.
 */
function DayList({ label, appointments, now, isToday, onOpen }: DayListProps) {
  const stateWords = useStateWords()
  const [first] = useState(() => settledIn(appointments, now))
  const folded = isToday ? foldedOf(appointments, first, now) : []
  const next = isToday ? appointments.find((appointment) => startOf(appointment) >= now) : undefined
  const listOf = (rows: readonly Appointment[], name: string) => (
    <List aria-label={name}>
      {rows.map((row) => (
        <DayRow key={row.id} of={row} isNext={row === next} now={now} onOpen={onOpen} />
      ))}
    </List>
  )
  const counts = SETTLED.map(
    (state) => [state, folded.filter(({ visit }) => visit === state).length] as const,
  )
  const words = counts.flatMap(([state, count]) => (count > 0 ? `${stateWords(state)} ${count}` : []))
  return (
    <>
      {folded.length > 0 && (
        <Fold>
          <summary>{words.join(' · ')}</summary>
          {listOf(folded, words.join(', '))}
        </Fold>
      )}
      {listOf(
        appointments.filter((each) => !folded.includes(each)),
        label,
      )}
    </>
  )
}

type RowProps = { of: Appointment; isNext: boolean; now: number; onOpen: (id: string) => void }

function DayRow({ of, isNext, now, onOpen }: RowProps) {
  const { t, i18n } = useTranslation('appointments')
  const stateWords = useStateWords()
  const stepRules = useStepRules()
  const highlight = useAppointmentHighlight(of)
  const state = visitStateOf(of, now)
  const step = stepRules(of, now)
  return (
    <li data-row={of.id} data-state={state} data-next={isNext || undefined} data-highlight={highlight}>
      <time dateTime={of.appointment_date}>
        {formatTime(of.appointment_date.slice(11, 16), isoLanguage(i18n.language))}
      </time>
      <div>
        <button
          type="button"
          className="open"
          {...part('open')}
          onPointerEnter={prefetchDialogs}
          onFocus={prefetchDialogs}
          onClick={() => onOpen(of.id)}
        >
          {patientName(of)}
        </button>
        <div className="signs">
          <span className="state">
            <VisitSign of={state} />
            {stateWords(state, minutesIn(of, now))}
          </span>
          {of.blocked && (
            <span className="state">
              <BlockedSign />
              {t('visit.blockedShort')}
            </span>
          )}
          {isNext && <span className="soft">{t('day.upNext')}</span>}
          {highlight && <AppointmentMark of={highlight} />}
        </div>
        <div className="what">
          {of.serviceText} · {of.doctor.name}
        </div>
      </div>
      {step && <StepButton of={of} step={step} isDue />}
    </li>
  )
}
