import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { unseen } from '../../../theme/unseen.ts'
import { AnswerStatus } from '../../../ui/paged-list/answer-status.tsx'
import { visitColours } from '../../../ui/visit-colours.ts'
import { VisitSign } from '../../../ui/visit-sign.tsx'
import { RequestsChip } from '../desk/requests/requests-chip.tsx'
import { focusRow } from '../state/focus-row.ts'
import { minutesIn, visitStateOf } from '../visit/visit-state.ts'
import { useTotalsLabel } from './print/totals.tsx'

const Row = styled('div')(({ theme }) => ({
  ...visitColours(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 28,
  fontSize: '0.875rem',
  '& > ul': { marginInlineStart: 'auto' },
  '& .chip': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    boxSizing: 'border-box',
    height: 28,
    padding: '0 12px',
    borderRadius: 22,
    border: `1px solid ${theme.vars.palette.divider}`,
    font: 'inherit',
    fontWeight: 600,
    color: 'var(--visit-ink)',
    backgroundColor: theme.vars.palette.background.paper,
    cursor: 'pointer',
  },
  '& .chip[aria-expanded]': { borderColor: 'var(--visit-edge)' },
  '& .chip[aria-expanded=true]': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: 2,
  },
  '& .MuiButton-root': { padding: '0 12px', borderRadius: 22, fontSize: '0.875rem' },
  // On a phone in one line, which is moved sideways where it is longer.
  '@media (max-width: 699.95px)': {
    flexWrap: 'nowrap',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    // The ring of a focused chip is not cut off.
    padding: 4,
    margin: -4,
    '& > *': { flex: 'none', whiteSpace: 'nowrap' },
  },
  // So that the signs have room beside it.
  '@media (min-width: 960px) and (max-width: 1199.95px)': {
    gap: '4px 8px',
    '& .chip': { padding: '0 10px' },
    '& .MuiButton-root': { minWidth: 44, padding: 0 },
    '& .MuiButton-root .MuiButton-startIcon': { margin: 0 },
    '& .MuiButton-root > .text': unseen,
  },
  '@media (pointer: fine)': {
    '& select, & .MuiButton-root': { minHeight: 28, fontSize: '0.875rem', borderRadius: 22 },
  },
  '@media (pointer: coarse)': { '& .chip': { height: 44 } },
}))

type Props = {
  /** Only the answer to another question is announced. */
  question: string
  /** Null: not known. */
  appointments: readonly Appointment[] | null
  /** Milliseconds since 1970. */
  now: number
  children?: ReactNode
}

/** Number of appointments, waiting patients (with or without a time), and the legend. */
export function Summary({ question, appointments, now, children }: Props) {
  const { t } = useTranslation('appointments')
  const totals = useTotalsLabel()
  const waiting = (appointments ?? []).filter((row) =>
    ['arrived', 'no_time'].includes(visitStateOf(row, now)),
  )
  const longest = waiting.reduce<Appointment | null>(
    (found, row) => (found && (minutesIn(found, now) ?? 0) >= (minutesIn(row, now) ?? 0) ? found : row),
    null,
  )
  return (
    <Row data-scrolls="">
      <AnswerStatus
        question={question}
        text={appointments && appointments.length > 0 ? totals(appointments) : ''}
      />
      {longest && (
        <button type="button" className="chip" data-state="arrived" onClick={() => focusRow(longest.id)}>
          <VisitSign of="arrived" size={16} />
          {t('calendar.waiting', { count: waiting.length })}
        </button>
      )}
      {children}
      <RequestsChip />
      <Legend />
    </Row>
  )
}

const STATES = ['pending', 'confirmed', 'arrived', 'in_chair', 'done', 'no_show'] as const

const LegendRow = styled('ul')(({ theme }) => ({
  ...visitColours(theme),
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  gap: 14,
  fontSize: '0.75rem',
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  '& > li': { display: 'inline-flex', alignItems: 'center', gap: 4, color: 'var(--visit-ink)' },
  '@media (max-width: 1099.95px)': { gap: 8 },
  '@media (max-width: 959.95px)': { display: 'none' },
}))

/** The states of a visit: sign, word and colour. */
function Legend() {
  const { t } = useTranslation('appointments')
  return (
    <LegendRow aria-label={t('calendar.legend')}>
      {STATES.map((state) => (
        <li key={state} data-state={state}>
          <VisitSign of={state} />
          {t(`visit.${state}`)}
        </li>
      ))}
    </LegendRow>
  )
}
