import type { Pool } from 'pg'

/** Rows deleted by one statement: short locks, far under the statement time limit. */
const PORTION = 5_000

export type Deletion = {
  table: string
  key: string
  /** A condition of SQL, written in the code and never by a caller of the API; `$1` and so on are `values`. */
  when: string
  values?: readonly unknown[]
}

/** Deletes rows in portions. Several servers may do it at once: each takes rows that no other has. */
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
