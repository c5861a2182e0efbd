import { styled } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import type { Column, RowOfList } from './column.ts'
import { allHighlights, type ShownHighlight, useShownHighlight } from './highlights.ts'
import { SkeletonRows } from './list-skeleton.tsx'

// No scroll of its own: the head is to stick to the page.
const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'clip',
}))

// Columns as wide as they are said to be: a table that its words could widen would have to scroll in the frame.
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  overflowWrap: 'anywhere',
  '& th, & td': { height: 48, padding: '4px 10px', textAlign: 'start', fontWeight: 'inherit' },
  '& tr > *': { paddingInlineStart: 16 },
  '& tr > * + *': { paddingInlineStart: 10 },
  '& tr > :last-child': { textAlign: 'end', paddingInlineEnd: 16 },
  '& thead th': {
    position: 'sticky',
    // Under the bar of the shell.
    top: 'var(--top-bar, 0px)',
    zIndex: 1,
    paddingBlock: 8,
    lineHeight: 1.4,
    fontSize: '0.875rem',
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
    // A border would stay behind with the rows.
    boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
  },
  // In one line with the controls, where there are some.
  '& thead:has(label) th': { verticalAlign: 'bottom' },
  '& thead label': { margin: '2px 0 0 -9px' },
  '& thead select': { paddingInline: '8px 24px' },
  '& thead label svg': { insetInlineEnd: 5 },
  // What lies over the row has its colour.
  '& tbody tr': {
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& tbody tr:first-of-type': { borderTop: 0 },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.background.default },
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
  filters?: Readonly<Record<string, ReactNode>>
  /** Stands where the rows would be, while there are none. */
  instead?: ReactNode
  /** Other rows are being fetched. */
  isBusy?: boolean
  shownHighlight?: ShownHighlight<Row>
  /** How many lines of text a row has, for as long as it is not there. */
  skeletonLines?: number
}

/** A list as a dense table with the filters in its head. */
export function ListTable<Row extends RowOfList>(props: ListTableProps<Row>) {
  const { label, columns, rows, filters, instead, isBusy = false, skeletonLines = 1 } = props
  const { shownHighlight = allHighlights } = props
  return (
    <Frame>
      <Table aria-label={label} aria-busy={isBusy || !rows} data-old={isBusy}>
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
                {filters?.[name]}
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
      </Table>
    </Frame>
  )
}

type RowProps<Row> = Required<Pick<ListTableProps<Row>, 'columns' | 'shownHighlight'>> & { row: Row }

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
