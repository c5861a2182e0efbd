import type { ReactNode } from 'react'
import type { Highlight } from './highlights.ts'

/** What every list knows of a row. */
export type RowOfList = { id: string }

export type Column<Row> = {
  /** Unlike the others. */
  name: string
  /** What stands over it. */
  head: string
  cell: (row: Row, highlight: Highlight | undefined) => ReactNode
  /** As CSS has it; columns without one share what is left. */
  width?: number | string
  /** Its cells name their rows for those who hear the table; one column does. */
  isRowHeader?: boolean
}
