import type { Pool } from 'pg'

export type Reader = {
  at: Date
  /** Username; null: the account was deleted. */
  by: string | null
  reference: string
  /** Their page fetched it by itself, after a change. */
  unattended: boolean
}

/** Limit of the list, the latest ones; an export has all of them. */
const TOLD = 1_000

/** Staff who have opened these people's appointments, latest first. */
export async function readersOf(db: Pick<Pool, 'query'>, patientIds: readonly string[]): Promise<Reader[]> {
  const { rows } = await db.query<Reader>(
    `SELECT done.at, s.username AS by, a.reference, coalesce((done.details ->> 'unattended')::boolean, false) AS unattended
     FROM appointments a
     JOIN audit_log done ON done.subject_kind = 'appointment' AND done.subject_id = a.id::text
     LEFT JOIN staff s ON s.id = done.staff_id
     WHERE a.patient_id = ANY($1) AND done.action = 'appointment.read'
     ORDER BY done.id DESC LIMIT ${TOLD}`,
    [patientIds],
  )
  return rows
}
