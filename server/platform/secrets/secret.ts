import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/** Uses of the secrets. */
export type SecretName = 'proofs' | 'callers' | 'unsubscribe' | 'replies' | 'webhooks'

/**
 * Reads a secret that all processes of a database share, and creates it if missing. Backups have none of them.
 * @returns a function that asks once, and again after a failure
 */
export function sharedSecret(pool: Pick<Pool, 'query'>, name: SecretName): () => Promise<string> {
  let known: Promise<string> | undefined
  return () => {
    known ??= readOrMake(pool, name).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function readOrMake(pool: Pick<Pool, 'query'>, name: SecretName): Promise<string> {
  await pool.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    randomBytes(32).toString('base64url'),
  ])
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name])
  return (rows[0] as { value: string }).value
}
