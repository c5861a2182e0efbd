import { styled } from '@mui/material/styles'
import type { Appointment } from '../../../../contract/appointments.ts'
import { telAddress } from '../../../ui/contact-addresses.ts'
import type { Highlight } from '../../../ui/paged-list/highlights.ts'
import { BlockedBadge, MarkBadges, PlaceBadge, StatusBadge } from '../visit/badges.tsx'
import { AppointmentMark } from './appointment-mark.tsx'
import { Name, Reference, When } from './cells.tsx'
import { RowActions } from './row-actions.tsx'
import { SelectRow } from './select-row.tsx'
import { VisitTag } from './visit-tag.tsx'

/** Low, so that a phone shows several; the details have the rest. */
const Card = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  margin: '-6px -4px -12px',
  '& > .both': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: '2px 12px',
  },
  '& .what': {
    fontSize: '0.875rem',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
  },
  '& .tick': { marginInlineStart: -10 },
  '& .first': { display: 'flex', alignItems: 'center' },
}))

export const appointmentCard = (row: Appointment, highlight: Highlight | undefined) => (
  <Card>
    <div className="both">
      <When of={row} />
      <span className="states">
        {highlight && <AppointmentMark of={highlight} />}
        {row.blocked && <BlockedBadge />}
        <MarkBadges of={row} />
        <VisitTag of={row} />
        <StatusBadge of={row} />
      </span>
    </div>
    <div className="lines">
      <Name of={row} />
    </div>
    <div className="what">
      {row.serviceText} · {row.doctor.name}
    </div>
    <div className="both">
      <span className="what">
        <Reference of={row} />
      </span>
      <PlaceBadge code={row.user.location} />
    </div>
    <div className="both">
      <span className="first">
        <SelectRow of={row} />
        <span className="lines links">
          {row.user.phone_number && <a href={telAddress(row.user.phone_number)}>{row.user.phone_number}</a>}
        </span>
      </span>
      <RowActions of={row} />
    </div>
  </Card>
)
