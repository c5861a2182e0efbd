import { styled } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { Table, TableFrame } from '../../ui/rows.tsx'
import { RowActions } from './actions/row-actions.tsx'
import { BlockedBadge, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'
import { NewMark } from './live/new-mark.tsx'
import { useIsNew } from './live/use-is-new.ts'
import { TableBones } from './row-bones.tsx'

/** A table narrower than this, in pixels, has no room for its columns. */
export const TABLE_FROM_PX = 960

// No scroll of its own, as frames usually have: its head is to stick to the page.
const Frame = styled(TableFrame)({ overflow: 'clip' })

const Wide = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  '& td:first-of-type': { paddingInlineStart: 16 },
  '& thead th': {
    position: 'sticky',
    // Under the bar of the shell.
    top: 'var(--top-bar, 0px)',
    zIndex: 1,
    verticalAlign: 'bottom',
    paddingBlock: 8,
    lineHeight: 1.4,
    backgroundColor: theme.vars.palette.background.paper,
    // A border would stay behind with the rows.
    boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
  },
  '& thead label': { margin: '2px 0 0 -9px' },
  '& thead select': { paddingInline: '8px 24px' },
  '& thead label svg': { insetInlineEnd: 5 },
  '& tbody tr:first-of-type': { borderTop: 0 },
  '& tbody th:first-of-type': { fontWeight: 400, paddingInlineStart: 10 },
  '& tbody td:last-of-type': { textAlign: 'end', paddingInlineEnd: 8 },
  '& tbody tr[data-new=true]': { backgroundColor: theme.vars.palette.info.light },
  // What takes the focus is not left under the head.
  '& tbody :is(a, button)': { scrollMarginTop: 160 },
  '&[data-old=true] tbody': { opacity: 0.6 },
  '& td[colspan]': { padding: 0, textAlign: 'center', backgroundColor: theme.vars.palette.background.paper },
}))

const Stack = styled('div')({ display: 'grid', justifyItems: 'start', gap: 4 })

/** The columns in the specification's order, with their widths; what is left over is the service's. */
const COLUMNS = {
  location: 160,
  patient: '14.5%',
  contact: '18.5%',
  when: 116,
  status: 128,
  service: 'auto',
  actions: 172,
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
    <Frame>
      <Wide aria-label={t('title')} aria-busy={busy || !rows} data-old={busy}>
        <colgroup>
          {NAMES.map((name) => (
            <col key={name} style={{ width: COLUMNS[name] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {NAMES.map((name) => (
              <th key={name} scope="col">
                {t(`columns.${name}`)}
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
      </Wide>
    </Frame>
  )
}

// A list is asked for again and again, and its rows are mostly the same ones as before.
const Row = memo(function Row({ row }: { row: Appointment }) {
  const isNew = useIsNew(row.id)
  return (
    <tr data-row={row.id} data-new={isNew}>
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
          {isNew ? <NewMark /> : row.blocked && <BlockedBadge />}
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
