import type { Pool } from 'pg'
import type { RightsHolder } from '../../../domain/rights.ts'

/** What somebody active may, and under which version; null: nobody such is there. */
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
