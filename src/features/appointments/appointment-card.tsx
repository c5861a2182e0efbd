import { styled } from '@mui/material/styles'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Highlight } from '../../ui/paged-list/highlights.ts'
import { RowActions } from './actions/row-actions.tsx'
import { BlockedBadge, MarkBadges, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'
import { AppointmentMark } from './live/appointment-mark.tsx'

const Card = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Cards in a row are equally high; their footers align at the bottom.
  gridTemplateRows: 'repeat(3, auto) 1fr auto',
  gap: 8,
})

const Ends = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  '& > span': { display: 'inline-flex', flexWrap: 'wrap', gap: 4 },
})

// As high as the actions beside it.
const Foot = styled('div')({ display: 'grid', justifyItems: 'start', gap: 2 })

export const appointmentCard = (row: Appointment, highlight: Highlight | undefined) => (
  <Card>
    <Ends>
      <When of={row} />
      <span>
        {highlight && <AppointmentMark of={highlight} />}
        {row.blocked && <BlockedBadge />}
        <MarkBadges of={row} />
        <StatusBadge of={row} />
      </span>
    </Ends>
    <Patient of={row} />
    <Contact of={row} />
    <ServiceWanted of={row} />
    <Ends>
      <Foot>
        <PlaceBadge code={row.user.location} />
        <Reference>{row.reference}</Reference>
      </Foot>
      <RowActions of={row} />
    </Ends>
  </Card>
)
