import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { AppointmentDetails } from '../../../../../contract/appointments.ts'
import { nextStates, VISIT_STATES, type VisitState } from '../../../../../domain/visits.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { formatSince } from '../../../../ui/format-instant.ts'
import { formatTime, shortDay } from '../../../../ui/format-time.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { visitColours } from '../../../../ui/visit-colours.ts'
import { VisitSign } from '../../../../ui/visit-sign.tsx'
import { useClinic } from '../../../../use-clinic.ts'
import { useChanges } from '../../state/use-changes.ts'
import { useClinicNow } from '../../state/use-clinic-now.ts'
import { useNotices } from '../../state/use-notices.ts'
import { useStateWords } from '../use-state-words.ts'
import { backOf, minutesIn, nextStepOf, visitNow, visitStateOf } from '../visit-state.ts'

const Steps = styled('div')(({ theme }) => ({
  ...visitColours(theme),
  display: 'grid',
  gap: 8,
  '& > .four': { display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 8 },
  '& .four > button': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'center',
    justifyItems: 'center',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    minHeight: 68,
    padding: 2,
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    fontSize: '0.875rem',
    lineHeight: '18px',
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.paper,
    cursor: 'pointer',
    '& > small': { fontSize: '0.75rem', fontWeight: 400 },
    '&[aria-disabled=true]': {
      color: theme.vars.palette.text.secondary,
      borderColor: theme.vars.palette.divider,
      backgroundColor: theme.vars.palette.background.default,
      cursor: 'not-allowed',
    },
    '&[data-next=true]': {
      color: theme.vars.palette.primary.contrastText,
      backgroundColor: theme.vars.palette.primary.main,
      borderColor: theme.vars.palette.primary.main,
    },
    '&[aria-pressed=true]': {
      color: 'var(--visit-ink)',
      backgroundColor: 'var(--visit-fill)',
      border: '2px solid var(--visit-ink)',
      cursor: 'default',
    },
  },
  '& > .below': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  '& .tag': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    padding: '1px 8px',
    borderRadius: 10,
    fontSize: '0.75rem',
    lineHeight: '18px',
    fontWeight: 600,
    color: 'var(--visit-ink)',
    backgroundColor: 'var(--visit-fill)',
    border: '1px solid var(--visit-line)',
  },
  '& .undo': {
    marginInlineStart: 'auto',
    minHeight: 24,
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    fontSize: '0.875rem',
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
    cursor: 'pointer',
  },
  '@media (pointer: coarse)': { '& .undo': { minHeight: 44, paddingInline: 8 } },
}))

/** State of a visit in four buttons: the present one tinted, the next one filled. */
export function VisitSteps({ of: row }: { of: AppointmentDetails }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const mayWrite = useAtomValue(mayAtom)('visit.write')
  const changes = useChanges()
  const notify = useNotices()
  const disabledReason = useDisabledReason()
  const stateWords = useStateWords()
  const { at: now } = useClinicNow()
  if (row.status === 'cancelled') return null
  const state = visitStateOf(row, now)
  const moment = { now: new Date(now), timeZone: clinic.timeZone }
  const possible = nextStates(visitNow(row), moment)
  const next = nextStepOf(row, now)
  const back = backOf(row, now)
  const day = row.appointment_date.slice(0, 10)
  const press = (visit: VisitState | null) => {
    if (disabledReason) notify({ kind: 'cannot', why: disabledReason })
    else void changes.set(row, { kind: 'visit', visit })
  }
  /** When it was pressed, or from when it can be. */
  const said = (step: VisitState): string | null => {
    const pressed = row.visitTimes[step]
    if (pressed) return formatSince(pressed.at, day, clinic.timeZone, language)
    if (possible.includes(step) || row.visit !== null) return null
    const isOnDay = step === 'arrived' || step === 'in_chair'
    const from = isOnDay ? shortDay(day, language) : formatTime(row.appointment_date.slice(11, 16), language)
    return Date.parse(row.appointment_date) > now ? t('visit.from', { from }) : null
  }
  return (
    <Steps>
      {mayWrite && (
        <div className="four">
          {VISIT_STATES.map((step) => {
            const isPresent = row.visit === step
            const isPossible = possible.includes(step) && !disabledReason
            return (
              <button
                key={step}
                type="button"
                data-state={step}
                data-next={(step === next && isPossible) || undefined}
                aria-pressed={isPresent}
                aria-disabled={!isPresent && !isPossible}
                title={disabledReason ? t(`actions.${disabledReason}`) : undefined}
                onClick={() => {
                  if (!isPresent && possible.includes(step)) press(step)
                }}
              >
                <VisitSign of={step} size={18} />
                <span>{t(`visit.${step}`)}</span>
                {said(step) && <small>{said(step)}</small>}
              </button>
            )
          })}
        </div>
      )}
      <div className="below">
        <span className="tag" data-state={state}>
          <VisitSign of={state} />
          {stateWords(state, minutesIn(row, now))}
        </span>
        {row.visit !== null && (
          <span className="tag" data-state={row.isOpen ? 'pending' : 'confirmed'}>
            <VisitSign of={row.isOpen ? 'pending' : 'confirmed'} />
            {t(row.isOpen ? 'visit.pending' : 'visit.confirmed')}
          </span>
        )}
        {mayWrite && back !== undefined && row.visit !== null && (
          <button type="button" className="undo" onClick={() => press(back)}>
            {t('visit.undo', { state: t(`visit.${row.visit}`) })}
          </button>
        )}
      </div>
    </Steps>
  )
}
