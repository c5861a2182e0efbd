import type { Pool } from 'pg'
import { sqlFunction } from '../../platform/db/sql-function.ts'

/** Notes a freed time, for the functions of the database too. */
export const TIME_FREED = sqlFunction(new URL('./time-freed.sql', import.meta.url))

/** A time that others may have from now on. */
export type FreedTime = {
  /** A code. */
  location: string
  /** Doctor of the freed time; null: everybody there. */
  doctorId: string | null
  startsAt: Date
  endsAt: Date
  /** The appointment that had it, which gets no offer of it; null: a blocker was there. */
  appointmentId: string | null
  /** Start of offers, such as after the undo period of a cancellation. Left out: at once. */
  offeredFrom?: Date
}

/**
 * Records freed slots, so that they are offered to the waiting list. Whether a slot is still free, far enough ahead and
 * wanted is checked when it is offered, so too much does no harm.
 * @param db in the transaction that frees them: both are stored or neither
 */
export async function timeFreed(db: Pick<Pool, 'query'>, ...freed: FreedTime[]): Promise<void> {
  if (freed.length === 0) return
  // Only these fields go to the database.
  const rows = freed.map(({ location, doctorId, startsAt, endsAt, appointmentId, offeredFrom }) => ({
    location,
    doctorId,
    startsAt,
    endsAt,
    appointmentId,
    offeredFrom,
  }))
  await db.query(
    `SELECT ${TIME_FREED.name}(location, "doctorId", "startsAt", "endsAt", "appointmentId", coalesce("offeredFrom", now()))
     FROM jsonb_to_recordset($1) AS freed (location text, "doctorId" text, "startsAt" timestamptz, "endsAt" timestamptz,
                                           "appointmentId" uuid, "offeredFrom" timestamptz)`,
    [JSON.stringify(rows)],
  )
}
