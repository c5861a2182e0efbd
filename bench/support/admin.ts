import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { startSession } from '../../server/auth/sessions.ts'

/** Headers of an admin who has signed in. */
export async function adminHeaders(pool: Pool): Promise<Record<string, string>> {
  const id = randomUUID()
  await pool.query(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type)
     VALUES ($1, $2, $2, $2, 'Bench', 'Admin', 'admin')`,
    [id, `${id}@example.com`],
  )
  const { token } = await startSession(pool, id, new Date())
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
