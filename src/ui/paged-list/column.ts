import type { ReactNode } from 'react'
import type { Highlight } from './highlights.ts'

export type RowOfList = { id: string }

export type Column<Row> = {
  /** Unique in the list. */
  name: string
  head: string
  cell: (row: Row, highlight: Highlight | undefined) => ReactNode
  /** CSS; columns without one share the rest. */
  width?: number | string
  /** Its cells name their rows for screen readers; exactly one column. */
  isRowHeader?: boolean
}
