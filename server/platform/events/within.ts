import type { Pool } from 'pg'
import type { LiveEvent } from '../../../contract/events.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'

/** The doctor's column of each appointment, by id. */
export type Columns = ReadonlyMap<string, string>

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The doctors of the appointments that events are about: an event does not say, since a booking without a chosen doctor
 * learns it from the database.
 */
export async function columnsOf(db: Pick<Pool, 'query'>, events: readonly LiveEvent[]): Promise<Columns> {
  const ids = events.flatMap(({ type, id }) => (type === 'appointment' && UUID.test(id) ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; doctorId: string }>({ ...DOCTORS, values: [ids] })
  return new Map(rows.map(({ id, doctorId }) => [id, doctorId]))
}

const DOCTORS = {
  name: 'doctors-of-appointments',
  text: `SELECT id, doctor_id AS "doctorId" FROM appointments WHERE id = ANY($1::uuid[])`,
}

/** The events that a right reaches. A blocker of all locations is everybody's. */
export function eventsWithin(reach: Reach, events: readonly LiveEvent[], columns: Columns): LiveEvent[] {
  return events.filter((event) => {
    if (event.type === 'blocker') return event.location == null || reaches(reach, event.location)
    if (!reaches(reach, event.location)) return false
    return reach.doctorId === null || [columns.get(event.id), event.left].includes(reach.doctorId)
  })
}
