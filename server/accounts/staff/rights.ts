import type { Pool } from 'pg'
import type { RightsHolder } from '../../../domain/rights.ts'

/** Rights of an active person, and their version; null: there is no such person. */
export async function rightsOf(
  db: Pick<Pool, 'query'>,
  staffId: string,
): Promise<(RightsHolder & { rightsVersion: number }) | null> {
  const { rows } = await db.query<RightsHolder & { rightsVersion: number }>({
    name: 'rights-of',
    text: `SELECT type, locations, doctor_id AS "doctorId", rights_version AS "rightsVersion"
           FROM staff WHERE id = $1 AND disabled_at IS NULL`,
    values: [staffId],
  })
  return rows[0] ?? null
}
