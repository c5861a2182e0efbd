import { BYTE_ORDER_MARK, csvRows } from '../../../domain/csv.ts'

/** The table of a picture as CSV. Null: no such number. */
export type NumberTable = { head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] }

export const csvOf = ({ head, rows }: NumberTable): string => BYTE_ORDER_MARK + csvRows([head, ...rows])
