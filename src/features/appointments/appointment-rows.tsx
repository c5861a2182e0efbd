import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { CardRow, Cards, Table, TableFrame, useCards } from '../../ui/rows.tsx'
import { BlockedBadge, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'

const Wide = styled(Table)({ minWidth: 960 })

const Ends = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
})

/** Appointments as they come: a dense table, or cards where it is narrow. */
export function AppointmentRows({ rows }: { rows: readonly Appointment[] }) {
  return useCards() ? <AppointmentCards rows={rows} /> : <AppointmentTable rows={rows} />
}

const COLUMNS = ['reference', 'location', 'patient', 'contact', 'when', 'status', 'service'] as const

function AppointmentTable({ rows }: { rows: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  return (
    <TableFrame>
      <Wide aria-label={t('title')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Reference>{row.reference}</Reference>
              </th>
              <td>
                <PlaceBadge code={row.user.location} />
              </td>
              <td>
                <Patient of={row} />
              </td>
              <td>
                <Contact of={row} />
              </td>
              <td>
                <When of={row} />
              </td>
              <td>
                <StatusBadge isOpen={row.isOpen} /> {row.blocked && <BlockedBadge />}
              </td>
              <td>
                <ServiceWanted of={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </Wide>
    </TableFrame>
  )
}

function AppointmentCards({ rows }: { rows: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  return (
    <Cards aria-label={t('title')}>
      {rows.map((row) => (
        <CardRow key={row.id}>
          <Ends>
            <When of={row} />
            <span>
              {row.blocked && <BlockedBadge />} <StatusBadge isOpen={row.isOpen} />
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
      ))}
    </Cards>
  )
}
