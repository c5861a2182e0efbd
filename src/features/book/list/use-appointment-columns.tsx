import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import type { Column } from '../../../ui/paged-list/column.ts'
import { BlockedBadge, MarkBadges, PlaceBadge, StatusBadge } from '../visit/badges.tsx'
import { AppointmentMark } from './appointment-mark.tsx'
import { Contact, Patient, ServiceWanted, When } from './cells.tsx'
import { RowActions } from './row-actions.tsx'
import { SelectRow } from './select-row.tsx'
import { VisitTag } from './visit-tag.tsx'

type Shown = {
  /** Whether the rows are of several locations: one that is chosen is not said in each row. */
  hasPlaces: boolean
  /** Whether rows can be selected. */
  canSelect: boolean
}

/** Columns in the specification's order; some widths depend on the device (appointment-look.tsx). */
export function useAppointmentColumns({ hasPlaces, canSelect }: Shown): readonly Column<Appointment>[] {
  const { t } = useTranslation('appointments')
  return useMemo(() => {
    const tick: Column<Appointment> = {
      name: 'tick',
      head: t('list.tick'),
      width: 40,
      cell: (row) => <SelectRow of={row} />,
    }
    const place: Column<Appointment> = {
      name: 'location',
      head: t('columns.location'),
      width: 'var(--place)',
      cell: (row) => (
        <div className="states">
          <PlaceBadge code={row.user.location} />
        </div>
      ),
    }
    return [
      ...(canSelect ? [tick] : []),
      ...(hasPlaces ? [place] : []),
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
      { name: 'when', head: t('columns.when'), width: 'var(--when)', cell: (row) => <When of={row} /> },
      {
        name: 'status',
        head: t('columns.status'),
        width: 'var(--status)',
        cell: (row, highlight) => (
          <div className="states">
            <StatusBadge of={row} />
            <VisitTag of={row} />
            {highlight ? <AppointmentMark of={highlight} /> : row.blocked && <BlockedBadge />}
            <MarkBadges of={row} />
          </div>
        ),
      },
      { name: 'service', head: t('columns.service'), cell: (row) => <ServiceWanted of={row} /> },
      {
        name: 'actions',
        head: t('columns.actions'),
        width: 'var(--actions)',
        cell: (row) => <RowActions of={row} />,
      },
    ]
  }, [t, hasPlaces, canSelect])
}
