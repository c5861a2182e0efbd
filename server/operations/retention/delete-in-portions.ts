import type { Pool } from 'pg'

/** Rows per statement: short locks, far under the statement timeout. */
const PORTION = 5_000

export type Deletion = {
  table: string
  key: string
  /** Constant SQL, never a caller's text; `$1` and so on are `values`. */
  when: string
  values?: readonly unknown[]
}

/** Safe on several servers at once: each skips rows locked by others. */
export async function deleteInPortions(
  pool: Pick<Pool, 'query'>,
  { table, key, when, values = [] }: Deletion,
): Promise<void> {
  let deleted: number
  do {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE ${key} IN
         (SELECT ${key} FROM ${table} WHERE ${when} LIMIT ${PORTION} FOR UPDATE SKIP LOCKED)`,
      [...values],
    )
    deleted = rowCount ?? 0
  } while (deleted === PORTION)
}
