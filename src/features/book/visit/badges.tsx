import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { Badge, StateTag } from '../../../ui/badge.tsx'
import { locationName } from '../../../ui/location-name.ts'

/** An open ring, a tick, a cross, a warning sign. */
const SIGNS = {
  open: 'M5 1.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6z',
  closed: 'M1 5.4L3.8 8.2L9 2.2',
  cancelled: 'M1.8 1.8L8.2 8.2M8.2 1.8L1.8 8.2',
  blocked: 'M5 1L9.4 8.8H0.6zM5 4v1.8M5 7.4v0.1',
} as const

function Sign({ of }: { of: keyof typeof SIGNS }) {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={SIGNS[of]} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

type StatusProps = { of: Pick<Appointment, 'isOpen' | 'status'> }

/**
 * Status in the list: 'Open' while an appointment is to be confirmed, else 'Closed' (specification, section 2), or
 * 'Cancelled'.
 */
export function StatusBadge({ of: { isOpen, status } }: StatusProps) {
  const { t } = useTranslation('appointments')
  const state = status === 'cancelled' ? 'cancelled' : isOpen ? 'open' : 'closed'
  return (
    <StateTag tint={state}>
      <Sign of={state} />
      {t(`status.${state}`)}
    </StateTag>
  )
}

/** A blocker was added over an existing appointment: the patient has to be called. */
export function BlockedBadge() {
  const { t } = useTranslation('appointments')
  return (
    <StateTag tint="cancelled">
      <Sign of="blocked" />
      {t('blocked')}
    </StateTag>
  )
}

const Quiet = styled(Badge)(({ theme }) => ({
  padding: '0 9px',
  whiteSpace: 'normal',
  border: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
}))

/**
 * Marks for the desk's attention, and the patient's confirmation. Rows cached by an older version have none.
 */
export function MarkBadges({
  of: { marks = [], patientConfirmedAt },
}: {
  of: Partial<Pick<Appointment, 'marks' | 'patientConfirmedAt'>>
}) {
  const { t } = useTranslation('appointments')
  const all = patientConfirmedAt ? [...marks, 'coming' as const] : marks
  return all.map((mark) => <Quiet key={mark}>{t(`mark.${mark}`)}</Quiet>)
}

/** A shape for each location of the clinic, for people who do not distinguish the tints. */
const SHAPES = {
  lag: 'M4 0a4 4 0 1 1 0 8a4 4 0 0 1 0-8z',
  fct: 'M0.5 0.5h7v7h-7z',
  phc: 'M4 0.3L8 7.5H0z',
  other: 'M4 0L8 4L4 8L0 4z',
} as const
type PlaceTint = keyof typeof SHAPES

const Place = styled(Badge, { shouldForwardProp: (prop) => prop !== 'tint' })<{ tint: PlaceTint }>(
  ({ theme, tint }) => ({
    color: theme.vars.palette.place[tint].ink,
    backgroundColor: theme.vars.palette.place[tint].fill,
  }),
)

export function PlaceBadge({ code }: { code: string }) {
  const tint = Object.hasOwn(SHAPES, code) ? (code as PlaceTint) : 'other'
  return (
    <Place tint={tint}>
      <svg width="8" height="8" viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
        <path d={SHAPES[tint]} />
      </svg>
      {locationName(code)}
    </Place>
  )
}
