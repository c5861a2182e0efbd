import { hash } from 'node:crypto'
import type { Pool } from 'pg'

/** The constraint that says so when a key is claimed twice. */
export const KEY_TAKEN = 'idempotency_keys_pkey'

/** Answer to another request under a used key. */
export const KEY_REUSED = 'This request was already sent with different details. Please try again.'

export type Repeated<Answer> = { kind: 'repeated'; answer: Answer } | { kind: 'key_reused' }

/** Identifies a repeated request by all that makes it another one. */
export const requestHashOf = (request: object) => hash('sha256', JSON.stringify(request), 'base64url')

/** The first answer under a key, for 24 hours. */
const FIRST_ANSWER = {
  name: 'booking-first-answer',
  text: `SELECT request_hash AS "requestHash", answer FROM idempotency_keys
         WHERE key = $1 AND created_at > now() - interval '24 hours'`,
}

/** Makes room for a key whose first use is more than 24 hours ago. */
const FORGET_KEY = {
  name: 'booking-forget-key',
  text: `DELETE FROM idempotency_keys WHERE key = $1 AND created_at <= now() - interval '24 hours'`,
}

type Database = Pick<Pool, 'query'>

/** The key's answer of the last 24 hours, or null when the key is new. */
export async function firstAnswer<Answer>(
  pool: Database,
  key: string,
  requestHash: string,
): Promise<Repeated<Answer> | null> {
  const { rows } = await pool.query<{ requestHash: string; answer: Answer }>({
    ...FIRST_ANSWER,
    values: [key],
  })
  const [first] = rows
  if (!first) return null
  return first.requestHash === requestHash
    ? { kind: 'repeated', answer: first.answer }
    : { kind: 'key_reused' }
}

export async function forgetOldKey(pool: Database, key: string): Promise<void> {
  await pool.query({ ...FORGET_KEY, values: [key] })
}
