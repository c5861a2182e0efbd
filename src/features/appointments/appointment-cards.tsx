import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { CardRow, Cards } from '../../ui/rows.tsx'
import { BlockedBadge, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'

const Ends = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  '& > span': { display: 'inline-flex', flexWrap: 'wrap', gap: 4 },
})

/** Appointments where it is too narrow for a table. @param busy other ones are being fetched */
export function AppointmentCards({ rows, busy }: { rows: readonly Appointment[]; busy: boolean }) {
  const { t } = useTranslation('appointments')
  return (
    <Cards aria-label={t('title')} aria-busy={busy}>
      {rows.map((row) => (
        <Card key={row.id} row={row} />
      ))}
    </Cards>
  )
}

const Card = memo(function Card({ row }: { row: Appointment }) {
  return (
    <CardRow>
      <Ends>
        <When of={row} />
        <span>
          {row.blocked && <BlockedBadge />}
          <StatusBadge of={row} />
        </span>
      </Ends>
      <Patient of={row} />
      <Contact of={row} />
      <ServiceWanted of={row} />
      <Ends>
        <PlaceBadge code={row.user.location} />
        <Reference>{row.reference}</Reference>
      </Ends>
    </CardRow>
  )
})
