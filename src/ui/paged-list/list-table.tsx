import { styled } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { Table, TableFrame } from '../rows.tsx'
import type { Column, RowOfList } from './column.ts'
import { type ShownHighlight, useShownHighlight } from './highlights.ts'
import { SkeletonRows } from './list-skeleton.tsx'

// No scroll of its own, as frames usually have: its head is to stick to the page.
const Frame = styled(TableFrame)({ overflow: 'clip' })

// Columns as wide as they are said to be: a table that its words could widen would have to scroll in the frame.
const FixedTable = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  overflowWrap: 'anywhere',
  '&& tr > *': { paddingInlineStart: 16 },
  '&& tr > * + *': { paddingInlineStart: 10 },
  '& tr > :last-child': { textAlign: 'end', paddingInlineEnd: 16 },
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
  // What lies over the row has its colour.
  '& tbody tr': { backgroundColor: theme.vars.palette.background.paper },
  '& tbody tr[data-highlight]': { backgroundColor: theme.vars.palette.info.light },
  // What takes the focus is not left under the head.
  '& tbody :is(a, button)': { scrollMarginTop: 160 },
  '&[data-old=true] tbody': { opacity: 0.6 },
  '& td[colspan]': { padding: 0, textAlign: 'center', backgroundColor: theme.vars.palette.background.paper },
}))

export type ListTableProps<Row> = {
  /** Name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** Null: they are being fetched. */
  rows: readonly Row[] | null
  /** What stands in the head under the names of columns. */
  filters: Readonly<Record<string, ReactNode>>
  /** Stands where the rows would be, while there are none. */
  instead: ReactNode
  /** Other rows are being fetched. */
  isBusy: boolean
  shownHighlight: ShownHighlight<Row>
  /** How many lines of text a row has, for as long as it is not there. */
  skeletonLines: number
}

/** A list as a dense table with the filters in its head. */
export function ListTable<Row extends RowOfList>(props: ListTableProps<Row>) {
  const { label, columns, rows, filters, instead, isBusy, shownHighlight, skeletonLines } = props
  return (
    <Frame>
      <FixedTable aria-label={label} aria-busy={isBusy || !rows} data-old={isBusy}>
        <colgroup>
          {columns.map(({ name, width = 'auto' }) => (
            <col key={name} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col">
                <span>{head}</span>
                {filters[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instead ? (
            <tr>
              <td colSpan={columns.length}>{instead}</td>
            </tr>
          ) : rows ? (
            rows.map((row) => (
              <MemoRow key={row.id} row={row} columns={columns} shownHighlight={shownHighlight} />
            ))
          ) : (
            <SkeletonRows columns={columns.length} lines={skeletonLines} />
          )}
        </tbody>
      </FixedTable>
    </Frame>
  )
}

type RowProps<Row> = Pick<ListTableProps<Row>, 'columns' | 'shownHighlight'> & { row: Row }

function TableRow<Row extends RowOfList>({ row, columns, shownHighlight }: RowProps<Row>) {
  const highlight = useShownHighlight(row, shownHighlight)
  return (
    <tr data-row={row.id} data-highlight={highlight}>
      {columns.map(({ name, cell, isRowHeader }) =>
        isRowHeader ? (
          <th key={name} scope="row">
            {cell(row, highlight)}
          </th>
        ) : (
          <td key={name}>{cell(row, highlight)}</td>
        ),
      )}
    </tr>
  )
}

// A list is fetched again and again, and its rows are mostly the same ones as before.
const MemoRow = memo(TableRow) as typeof TableRow
