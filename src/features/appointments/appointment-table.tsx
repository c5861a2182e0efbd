import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { RowActions } from './actions/row-actions.tsx'
import { BlockedBadge, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'
import { NewsMark } from './live/news-mark.tsx'
import { useNews } from './live/use-news.ts'
import { TableBones } from './row-bones.tsx'
import { TableRoom, WideTable } from './wide-table.tsx'

/** A table narrower than this, in pixels, has no room for its columns; with one for the actions it needs more. */
const TABLE_FROM_PX = 960
const TOUCH_TABLE_FROM_PX = 1116

/** How wide a table has to be on this device, in pixels. */
export const useTableWidth = () =>
  useMediaQuery('(hover: hover)', { noSsr: true }) ? TABLE_FROM_PX : TOUCH_TABLE_FROM_PX

const Stack = styled('div')({ display: 'grid', justifyItems: 'start', gap: 2 })

/**
 * The columns in the specification's order, with their widths; what is left over is the service's. Some depend on the
 * device (wide-table.tsx).
 */
const COLUMNS = {
  location: 160,
  patient: 'var(--patient)',
  contact: 'var(--contact)',
  when: 116,
  status: 128,
  service: 'auto',
  actions: 'var(--actions)',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

type Props = {
  /** Null: they are being fetched. */
  rows: readonly Appointment[] | null
  /** What stands in the head under the names of columns. */
  filters: Partial<Record<Column, ReactNode>>
  /** Stands where the rows would be, while there are none. */
  instead: ReactNode
  /** Other rows are being fetched. */
  busy: boolean
}

/** Appointments as a dense table with the filters in its head. */
export function AppointmentTable({ rows, filters, instead, busy }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <TableRoom>
      <WideTable aria-label={t('title')} aria-busy={busy || !rows} data-old={busy}>
        <colgroup>
          {NAMES.map((name) => (
            <col key={name} style={{ width: COLUMNS[name] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {NAMES.map((name) => (
              <th key={name} scope="col">
                <span>{t(`columns.${name}`)}</span>
                {filters[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instead ? (
            <tr>
              <td colSpan={NAMES.length}>{instead}</td>
            </tr>
          ) : rows ? (
            rows.map((row) => <Row key={row.id} row={row} />)
          ) : (
            <TableBones columns={NAMES.length} />
          )}
        </tbody>
      </WideTable>
    </TableRoom>
  )
}

// A list is asked for again and again, and its rows are mostly the same ones as before.
const Row = memo(function Row({ row }: { row: Appointment }) {
  const news = useNews(row)
  return (
    <tr data-row={row.id} data-news={news}>
      <td>
        <Stack>
          <PlaceBadge code={row.user.location} />
          <Reference>{row.reference}</Reference>
        </Stack>
      </td>
      <th scope="row">
        <Patient of={row} />
      </th>
      <td>
        <Contact of={row} />
      </td>
      <td>
        <When of={row} />
      </td>
      <td>
        <Stack>
          <StatusBadge of={row} />
          {news ? <NewsMark of={news} /> : row.blocked && <BlockedBadge />}
        </Stack>
      </td>
      <td>
        <ServiceWanted of={row} />
      </td>
      <td>
        <RowActions of={row} />
      </td>
    </tr>
  )
})
