import { styled } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { Table, TableFrame } from '../../ui/rows.tsx'
import { BlockedBadge, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'
import { TableBones } from './row-bones.tsx'

/** From this width of the table, in pixels, all columns fit; what is narrower scrolls sideways. */
const FITS_FROM_PX = 880

const Place = styled('div')({ containerType: 'inline-size' })

const Frame = styled(TableFrame)({
  // Without a scroll of its own the frame lets its head stick to the page.
  [`@container (min-width: ${FITS_FROM_PX}px)`]: { overflow: 'clip' },
})

const Wide = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  minWidth: FITS_FROM_PX,
  '& thead th': {
    position: 'sticky',
    // Under the bar of the shell.
    top: 'var(--top-bar, 0px)',
    zIndex: 1,
    verticalAlign: 'bottom',
    padding: '8px 10px',
    lineHeight: 1.4,
    backgroundColor: theme.vars.palette.background.paper,
    // A border would stay behind with the rows.
    boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
  },
  '& thead .MuiInputBase-root': { display: 'flex', margin: '2px 0 0 -8px', fontSize: '0.875rem' },
  '& thead select': { paddingInline: '8px 26px' },
  '& thead svg': { right: 2 },
  '& tbody tr:first-of-type': { borderTop: 0 },
  '& tbody th': { fontWeight: 400 },
  // What takes the focus is not left under the head.
  '& tbody :is(a, button)': { scrollMarginTop: 160 },
  '&[data-old=true] tbody': { opacity: 0.6 },
  '& td[colspan]': { padding: 0, textAlign: 'center', backgroundColor: theme.vars.palette.background.paper },
}))

const Stack = styled('div')({ display: 'grid', justifyItems: 'start', gap: 4 })

/** The columns in the specification's order, with their widths; what is left over is the service's. */
const COLUMNS = {
  location: 148,
  patient: '20%',
  contact: '22%',
  when: 108,
  status: 136,
  service: 'auto',
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
    <Place>
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
    </Place>
  )
}

// A list is asked for again and again, and its rows are mostly the same ones as before.
const Row = memo(function Row({ row }: { row: Appointment }) {
  return (
    <tr>
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
          {row.blocked && <BlockedBadge />}
        </Stack>
      </td>
      <td>
        <ServiceWanted of={row} />
      </td>
    </tr>
  )
})
