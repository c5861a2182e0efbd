import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { addDays, clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import type { Afterwards } from '../../platform/process/afterwards.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { readsThatCount } from './actions.ts'
import { raiseAlarm } from './alarms.ts'

/** Patients of one person in an hour: a desk opens some 30. */
export const MANY_PATIENTS = 200
/**
 * Patients shown to one person in an hour, including those shown while typing a name. A desk of 30 callers shows some
 * 500; a person who reads on by typing random names is stopped here.
 */
export const MANY_SHOWN = 1_000
/** Days around today whose lists are everybody's daily work, and don't count. */
const DAYS_BEFORE = 7
const DAYS_AFTER = 14

export type MassReadParts = {
  pool: Pool
  log: Pick<Logger, 'error'>
  timeZone: string
  now(): Date
  afterwards: Afterwards
}

/**
 * Raises an alarm where one person opened, found or exported more than 200 distinct patients within an hour, or listed
 * them outside of the days around today, unattended or not. Lists are limited by location already, so that only days
 * matter. A patient counts as found in a search that its writer did not continue, or by a whole contact or number: a
 * name is typed letter by letter, and each letter shows others. Counts entries of the audit trail, of all processes.
 * @returns a function to call after each entry; it waits for nothing and never throws
 */
export function massReads({
  pool,
  log,
  timeZone,
  now,
  afterwards,
}: MassReadParts): (staffId: string) => void {
  async function count(staffId: string): Promise<void> {
    try {
      const today = clinicDate(now(), timeZone)
      const [from, to] = [addDays(today, -DAYS_BEFORE), addDays(today, DAYS_AFTER + 1)].map((day) =>
        toInstant(day, '00:00', timeZone),
      )
      const { rows } = await pool.query<{ found: number; shown: number }>({
        ...COUNT,
        values: [staffId, from, to, ERASED_PATIENT_ID, COUNTED, readsThatCount('always')],
      })
      const { found = 0, shown = 0 } = rows[0] ?? {}
      if (found <= MANY_PATIENTS && shown <= MANY_SHOWN) return
      const patients = found > MANY_PATIENTS ? found : shown
      await raiseAlarm(pool, { kind: 'mass_reads', about: staffId, details: { patients } })
    } catch (error) {
      log.error({ staff: staffId, reason: reasonOf(error), at: placeOf(error) }, 'reads could not be counted')
    }
  }
  return (staffId) => afterwards.beginOnce(`reads of ${staffId}`, () => count(staffId))
}

/** Exports count by how many patients they had. */
const COUNTED = [...readsThatCount('always'), ...readsThatCount('far'), 'appointments.export_ended']

const COUNT = {
  name: 'patients-read',
  text: `
    WITH reads AS MATERIALIZED (
      SELECT id, action, subject_id, details FROM audit_log
      WHERE staff_id = $1 AND at > now() - interval '1 hour'
        AND action = ANY ($5)
    ), on_the_way AS (
      SELECT (details ->> 'extends')::bigint AS id FROM reads WHERE details ? 'extends'
    ), weighed AS (
      SELECT reads.*, id NOT IN (SELECT id FROM on_the_way) AS stayed FROM reads
    ), seen AS (
      SELECT subject_id::uuid AS id, true AS counts, true AS stayed FROM weighed WHERE action = 'appointment.read'
      UNION ALL
      SELECT jsonb_array_elements_text(details -> 'ids')::uuid, action = ANY ($6), stayed FROM weighed
      WHERE details ? 'ids'
    ), people AS (
      SELECT a.patient_id AS id, seen.stayed FROM seen JOIN appointments a ON a.id = seen.id
      WHERE seen.counts OR a.starts_at < $2 OR a.starts_at >= $3
      UNION SELECT subject_id::uuid, true FROM weighed WHERE action = 'patient.read'
      UNION SELECT jsonb_array_elements_text(details -> 'patients')::uuid, stayed FROM weighed
      WHERE jsonb_typeof(details -> 'patients') = 'array' AND action = ANY ($6)
      UNION SELECT jsonb_array_elements_text(details -> 'exact')::uuid, true FROM weighed
      WHERE action = 'patients.searched' AND details ? 'exact'
    ), exported AS (
      SELECT coalesce(sum((details ->> 'patients')::int), 0)::int AS patients FROM reads
      WHERE action = 'appointments.export_ended'
    )
    SELECT count(DISTINCT people.id) FILTER (WHERE people.stayed)::int + exported.patients AS found,
      count(DISTINCT people.id)::int + exported.patients AS shown
    FROM exported LEFT JOIN people ON people.id <> $4 GROUP BY exported.patients`,
}
