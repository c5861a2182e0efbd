import type { Pool } from 'pg'
import { csvOf, type ExportedAppointment, type Place } from './export-csv.ts'
import { idsInOrder, type Wanted } from './filter.ts'
import { STORED_COLUMNS, STORED_JOINS } from './stored.ts'

/** Rows that an export asks for, and has in memory, at once. */
export const EXPORT_BATCH = 500

/**
 * The appointments that are wanted, the earliest first, as CSV in portions. A portion is asked for when the one
 * before has been taken. No transaction is held meanwhile, since a reader may take an hour: each row is as it was when
 * its portion was read, and comes once, because its place in the order never changes.
 */
export async function* exportedCsv(
  pool: Pick<Pool, 'query'>,
  wanted: Wanted,
  place: Place,
): AsyncGenerator<string, void> {
  let last: Exported | undefined
  for (;;) {
    const rows = await batchAfter(pool, wanted, last)
    // A file without rows still has its headings.
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
  const ids = idsInOrder(wanted, { further, order: 'a.starts_at, a.id', take: EXPORT_BATCH })
  const { rows } = await pool.query<Exported>(
    // The start as a text too: a Date has no microseconds, and with some of them a row would come again for ever.
    `SELECT ${STORED_COLUMNS}, a.created_at AS "createdAt", a.starts_at::text AS "startedAt"
     FROM (${ids}) f JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY a.starts_at, a.id`,
    last ? [...values, last.startedAt, last.id] : values,
  )
  return rows
}

/** What a stream needs of a generator. */
export type Portions<T> = Pick<AsyncGenerator<T, void>, 'next'> & { return(): Promise<unknown> }

/**
 * Portions of a text as the body of an answer, each made when the reader asks for it; a reader who leaves ends them.
 * One that cannot be made breaks the stream off, so that nobody takes what came for the whole.
 * @param cut breaks off the answer itself; where there is none, the stream fails
 */
export function streamOf(
  portions: Portions<string>,
  onFailure: (error: unknown) => void,
  cut?: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isLeft = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await portions.next()
          // While this portion was made.
          if (isLeft) return
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          if (isLeft) return
          onFailure(error)
          if (cut) cut()
          else controller.error(new Error('This could not be read to its end.'))
        }
      },
      async cancel() {
        isLeft = true
        await portions.return()
      },
    },
    // Nothing is made ahead.
    { highWaterMark: 0 },
  )
}
