import { styled } from '@mui/material/styles'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Column } from '../../ui/paged-list/column.ts'
import { RowActions } from './actions/row-actions.tsx'
import { BlockedBadge, MarkBadges, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'
import { AppointmentMark } from './live/appointment-mark.tsx'

const Stack = styled('div')({ display: 'grid', justifyItems: 'start', gap: 2 })

/** In the specification's order. Some widths depend on the device (appointment-look.tsx); the service takes the rest. */
export function useAppointmentColumns(): readonly Column<Appointment>[] {
  const { t } = useTranslation('appointments')
  return useMemo(
    () => [
      {
        name: 'location',
        head: t('columns.location'),
        width: 160,
        cell: (row) => (
          <Stack>
            <PlaceBadge code={row.user.location} />
            <Reference>{row.reference}</Reference>
          </Stack>
        ),
      },
      {
        name: 'patient',
        head: t('columns.patient'),
        width: 'var(--patient)',
        isRowHeader: true,
        cell: (row) => <Patient of={row} />,
      },
      {
        name: 'contact',
        head: t('columns.contact'),
        width: 'var(--contact)',
        cell: (row) => <Contact of={row} />,
      },
      { name: 'when', head: t('columns.when'), width: 116, cell: (row) => <When of={row} /> },
      {
        name: 'status',
        head: t('columns.status'),
        width: 128,
        cell: (row, highlight) => (
          <Stack>
            <StatusBadge of={row} />
            {highlight ? <AppointmentMark of={highlight} /> : row.blocked && <BlockedBadge />}
            <MarkBadges of={row} />
          </Stack>
        ),
      },
      { name: 'service', head: t('columns.service'), cell: (row) => <ServiceWanted of={row} /> },
      {
        name: 'actions',
        head: t('columns.actions'),
        width: 'var(--actions)',
        cell: (row) => <RowActions of={row} />,
      },
    ],
    [t],
  )
}
