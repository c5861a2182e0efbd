import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { patientName } from '../actions/appointment-label.ts'
import { prefetchDialogs } from '../actions/lazy-dialogs.ts'
import { RowActions } from '../actions/row-actions.tsx'
import { BlockedBadge, StatusBadge } from '../badges.tsx'
import { useDetails } from '../details/use-details.ts'
import { AppointmentMark } from '../live/appointment-mark.tsx'
import { useAppointmentHighlight } from '../live/highlight-booked.ts'

const Entry = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  '@media (hover: none)': { 'td &': { flexWrap: 'wrap', gap: '2px 8px' } },
  fontSize: '0.875rem',
  lineHeight: 1.4,
  // As large as the clickable area (Name).
  '&[data-highlight]': {
    borderRadius: 2,
    backgroundColor: theme.vars.palette.info.light,
    boxShadow: `0 0 0 4px ${theme.vars.palette.info.light}`,
  },
}))

const Words = styled('div')({ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' })

const Signs = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 6px',
  color: theme.vars.palette.text.secondary,
}))

/** Above the clickable area of Name, which covers the entry. */
const Actions = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  // Actions that show on hover take no room from the text.
  '@media (hover: hover)': {
    'td &': {
      position: 'absolute',
      right: 0,
      top: '50%',
      transform: 'translateY(-50%)',
      backgroundColor: theme.vars.palette.background.paper,
    },
    'td:not(:hover, :focus-within, :has([aria-expanded=true])) &': { opacity: 0, pointerEvents: 'none' },
  },
}))

/** A press anywhere on the entry that hits nothing else opens the details too. */
const Name = styled('button')(({ theme }) => ({
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'start',
  color: 'inherit',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
  '&::after': { content: '""', position: 'absolute', inset: '-4px -6px' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { borderRadius: 4, outline: `2px solid ${theme.vars.palette.primary.main}` },
}))

type Props = {
  of: Appointment
  /** Time and doctor, where no row and column show them. */
  when?: ReactNode
}

export function DayEntry({ of, when }: Props) {
  const { open } = useDetails()
  const highlight = useAppointmentHighlight(of)
  const { serviceText, doctor } = of
  const signs = (
    <>
      {highlight && <AppointmentMark of={highlight} />}
      <StatusBadge of={of} />
      {of.blocked && <BlockedBadge />}
    </>
  )
  return (
    <Entry data-row={of.id} data-highlight={highlight}>
      <Words>
        {when && (
          <Signs>
            {when} {signs}
          </Signs>
        )}
        <Name
          type="button"
          onPointerEnter={prefetchDialogs}
          onFocus={prefetchDialogs}
          onClick={() => open(of.id)}
        >
          {patientName(of)}
        </Name>
        <Signs>
          {!when && signs}
          <span>{serviceText}</span>
        </Signs>
        {when && <Signs>{doctor.name}</Signs>}
      </Words>
      <Actions>
        <RowActions of={of} />
      </Actions>
    </Entry>
  )
}
