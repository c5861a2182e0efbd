import type { Pool } from 'pg'
import { STORED_COLUMNS, STORED_JOINS } from '../visits/appointment-row.ts'
import { csvOf, type ExportedAppointment, type Place } from './export-csv.ts'
import { idsInOrder, type Wanted } from './filter.ts'

/** Rows per query, and so in memory. */
export const EXPORT_BATCH = 500

/**
 * The selected appointments by start time, as CSV portions, each queried once the previous one was taken. No
 * transaction stays open, since a reader may take an hour: each row is as of its portion, and comes once,
 * because its position never changes.
 * @param onBatch gets the rows of each portion before it is taken
 */
export async function* exportedCsv(
  pool: Pick<Pool, 'query'>,
  wanted: Wanted,
  place: Place,
  onBatch: (rows: readonly { patientId: string }[]) => void = () => {},
): AsyncGenerator<string, void> {
  let last: Exported | undefined
  for (;;) {
    const rows = await batchAfter(pool, wanted, last)
    // A file without rows still has its headings.
    onBatch(rows)
    if (rows.length > 0 || !last) yield csvOf(rows, place, last === undefined)
    if (rows.length < EXPORT_BATCH) return
    last = rows.at(-1)
  }
}

type Exported = ExportedAppointment & { startedAt: string }

async function batchAfter(
  pool: Pick<Pool, 'query'>,
  wanted: Wanted,
  last: Exported | undefined,
): Promise<Exported[]> {
  const { values } = wanted
  const next = values.length + 1
  const further = last ? `(a.starts_at, a.id) > ($${next}::timestamptz, $${next + 1}::uuid)` : 'true'
  const part = { skip: '0', take: `${EXPORT_BATCH}` }
  const ids = idsInOrder(wanted, { further, order: 'a.starts_at, a.id', ...part })
  const { rows } = await pool.query<Exported>(
    // The start also as text: a Date would cut its microseconds, and the same row would come again forever.
    `SELECT ${STORED_COLUMNS}, a.created_at AS "createdAt", a.starts_at::text AS "startedAt"
     FROM (${ids}) f JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY a.starts_at, a.id`,
    last ? [...values, last.startedAt, last.id] : values,
  )
  return rows
}
