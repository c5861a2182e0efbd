import { styled } from '@mui/material/styles'
import { Fragment, memo, type ReactNode } from 'react'
import type { Column, RowOfList } from './column.ts'
import { allHighlights, type ShownHighlight, useShownHighlight } from './highlights.ts'
import { SkeletonRows } from './list-skeleton.tsx'

// No scroll of its own, so that the head sticks to the page.
const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'clip',
}))

// Fixed widths: a table widened by its content would have to scroll in the frame.
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  overflowWrap: 'anywhere',
  '& th, & td': { height: 48, padding: '4px 10px', textAlign: 'start', fontWeight: 'inherit' },
  '& tr > *': { paddingInlineStart: 16 },
  '& tr > * + *': { paddingInlineStart: 10 },
  '& tr > :last-child': { textAlign: 'end', paddingInlineEnd: 16 },
  // As one: the browser would have a layer for each cell.
  '& thead': {
    position: 'sticky',
    // Under the bar of the shell.
    top: 'var(--top-bar, 0px)',
    zIndex: 1,
  },
  '& thead th': {
    paddingBlock: 8,
    lineHeight: 1.4,
    fontSize: '0.875rem',
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
    // A border would scroll away with the rows.
    boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
  },
  '&[data-dense=true] thead th': {
    height: 36,
    paddingBlock: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // Under the head, which is dense where there are groups.
  '&& [data-group] > td': {
    position: 'sticky',
    top: 'calc(var(--top-bar, 0px) + 36px)',
    zIndex: 1,
    height: 32,
    padding: '0 16px',
    textAlign: 'start',
    fontSize: '0.875rem',
    fontWeight: 600,
    backgroundColor: theme.vars.palette.background.default,
    boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
  },
  // Aligned with the controls, where there are some.
  '& thead:has(label) th': { verticalAlign: 'bottom' },
  '& thead label': { margin: '2px 0 0 -9px' },
  '& thead select': { paddingInline: '8px 24px' },
  '& thead label svg': { insetInlineEnd: 5 },
  // Overlays of the row share its colour.
  '& tbody tr': {
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& tbody tr:first-of-type': { borderTop: 0 },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.background.default },
  '& tbody tr[data-highlight]': { backgroundColor: theme.vars.palette.info.light },
  // A focused element is not scrolled under the head.
  '& tbody :is(a, button)': { scrollMarginTop: 160 },
  '&[data-old=true] tbody': { opacity: 0.6 },
  '& td[colspan]': { padding: 0, textAlign: 'center', backgroundColor: theme.vars.palette.background.paper },
}))

export type ListTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Null: loading. */
  rows: readonly Row[] | null
  /** Controls in the head, by name of their column. */
  filters?: Readonly<Record<string, ReactNode>>
  /** Replaces the rows while there are none. */
  instead?: ReactNode
  isBusy?: boolean
  shownHighlight?: ShownHighlight<Row>
  /** Lines of text per row while loading. */
  skeletonLines?: number
  groupOf?: GroupOf<Row>
}

/** Heading over the first of several rows with the same text; the rows repeat it for screen readers. */
export type GroupOf<Row> = (row: Row) => string

export function ListTable<Row extends RowOfList>(props: ListTableProps<Row>) {
  const { label, columns, rows, filters, instead, isBusy = false, skeletonLines = 1 } = props
  const { shownHighlight = allHighlights, groupOf } = props
  const groups = groupOf && rows?.map(groupOf)
  return (
    <Frame>
      <Table
        aria-label={label}
        aria-busy={isBusy || !rows}
        data-old={isBusy}
        data-dense={groupOf !== undefined}
      >
        <colgroup>
          {columns.map(({ name, width = 'auto' }) => (
            <col key={name} data-column={name} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} data-column={name} scope="col">
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
            rows.map((row, i) => (
              <Fragment key={row.id}>
                {groups && groups[i] !== groups[i - 1] && (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: no row takes the focus; it is for the eye, as each row says it by itself
                  <tr data-group aria-hidden="true">
                    <td colSpan={columns.length}>{groups[i]}</td>
                  </tr>
                )}
                <MemoRow row={row} columns={columns} shownHighlight={shownHighlight} />
              </Fragment>
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
          <th key={name} data-column={name} scope="row">
            {cell(row, highlight)}
          </th>
        ) : (
          <td key={name} data-column={name}>
            {cell(row, highlight)}
          </td>
        ),
      )}
    </tr>
  )
}

// A refetch mostly brings the same rows.
const MemoRow = memo(TableRow) as typeof TableRow
