import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

type Database = Pick<Pool, 'query'>

/**
 * What is kept of an erased patient's clinic id. Clinic ids are short and in a row, so whoever has this table can try
 * them all: it keeps the number out of sight, and tells nothing of a person without the clinic's own file.
 * @param clinicId in the form for comparing (domain/contact.ts)
 */
export const hashOf = (clinicId: string) =>
  createHash('sha256').update(`clinic_id:${clinicId}`).digest('base64url')

/** Keeps that these are erased, so that the clinic's file does not bring them back. */
export async function rememberErased(db: Database, clinicIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    `INSERT INTO erased_clinic_ids (clinic_id_hash, erased_at) SELECT hash, $2 FROM unnest($1::text[]) AS hash
     ON CONFLICT (clinic_id_hash) DO UPDATE SET erased_at = excluded.erased_at`,
    [clinicIds.map(hashOf), now],
  )
}

/** Which of these were erased, and when. */
export async function erasedAmong(
  db: Database,
  clinicIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const byHash = new Map(clinicIds.map((clinicId) => [hashOf(clinicId), clinicId]))
  const { rows } = await db.query<{ hash: string; at: Date }>(
    `SELECT clinic_id_hash AS hash, erased_at AS at FROM erased_clinic_ids WHERE clinic_id_hash = ANY($1)`,
    [[...byHash.keys()]],
  )
  return new Map(rows.map(({ hash, at }) => [byHash.get(hash) ?? '', at]))
}

/** Lets the next import bring this patient in again. @returns whether there was a note of it */
export async function forgetErased(db: Database, clinicId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM erased_clinic_ids WHERE clinic_id_hash = $1', [
    hashOf(clinicId),
  ])
  return rowCount === 1
}
