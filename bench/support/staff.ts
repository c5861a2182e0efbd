import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { StaffType } from '../../domain/staff.ts'
import { startSession } from '../../server/accounts/auth/sessions.ts'

/** Headers of an admin who has signed in. */
export const adminHeaders = (pool: Pool) => staffHeaders(pool, 'admin')

/** Headers of somebody who has signed in. @param locations codes; none: those of an admin */
export async function staffHeaders(
  pool: Pool,
  type: StaffType,
  locations: readonly string[] = [],
): Promise<Record<string, string>> {
  const id = randomUUID()
  await pool.query(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, locations)
     VALUES ($1, $2, $2, $2, 'Bench', 'Staff', $3, $4)`,
    [id, `${id}@example.com`, type, locations],
  )
  const { token } = await startSession(pool, id, new Date())
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
