import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

type Database = Pick<Pool, 'query'>

/**
 * The stored form of an erased clinic id. Clinic ids are short and sequential, so the hash can be reversed by trying
 * all; it hides the id from view, and identifies no one without the clinic's own file.
 * @param clinicId in the form for comparing (domain/contact.ts)
 */
export const hashOf = (clinicId: string) =>
  createHash('sha256').update(`clinic_id:${clinicId}`).digest('base64url')

/** Recorded so that the clinic's file does not restore these patients. */
export async function rememberErased(db: Database, clinicIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    `INSERT INTO erased_clinic_ids (clinic_id_hash, erased_at) SELECT hash, $2 FROM unnest($1::text[]) AS hash
     ON CONFLICT (clinic_id_hash) DO UPDATE SET erased_at = excluded.erased_at`,
    [clinicIds.map(hashOf), now],
  )
}

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

/** Allows importing this patient again. @returns whether there was an entry */
export async function forgetErased(db: Database, clinicId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM erased_clinic_ids WHERE clinic_id_hash = $1', [
    hashOf(clinicId),
  ])
  return rowCount === 1
}
