import type { Pool } from 'pg'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import { endSessionsBy, endSessionsOf, type Session } from './sessions.ts'

export type OwnSession = {
  id: string
  browser: string | null
  startedAt: Date
  lastUsedAt: Date
  tokenHash: string
}

/** A person's live sessions, the one used last first; at most as many as a person has. */
export async function ownSessions(pool: Pool, staffId: string, now: Date): Promise<OwnSession[]> {
  const { rows } = await pool.query<OwnSession>(
    `SELECT id, browser, created_at AS "startedAt", last_used_at AS "lastUsedAt", token_hash AS "tokenHash"
     FROM sessions WHERE staff_id = $1 AND expires_at > $2 ORDER BY last_used_at DESC, id LIMIT 50`,
    [staffId, now],
  )
  return rows
}

/** Ends one of a person's sessions. @returns false when they have none with this id */
export function endOwnSession(pool: Pool, staffId: string, id: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const ended = await endSessionsBy(client, { text: 'id = $1 AND staff_id = $2', values: [id, staffId] })
    if (ended === 0) return false
    const subject = { kind: 'staff', id: staffId }
    await audit(client, { staffId, action: 'staff.session_ended', subject, details: { session: id } })
    return true
  })
}

/** Ends all of a person's sessions, this one too. */
export function endAllSessions(pool: Pool, staffId: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    await endSessionsOf(client, staffId)
    const subject = { kind: 'staff', id: staffId }
    await audit(client, { staffId, action: 'staff.signed_out_everywhere', subject })
  })
}

/**
 * Ends sessions by the SHA-256 of their tokens: a browser that was offline at a sign-out keeps only that, which allows
 * nothing else.
 */
export function endSessionsLater(pool: Pool, tokenHashes: readonly string[]): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Pick<Session, 'tokenHash'> & { staffId: string | null }>(
      `SELECT token_hash AS "tokenHash", staff_id AS "staffId" FROM sessions WHERE token_hash = ANY($1) FOR UPDATE`,
      [tokenHashes],
    )
    await endSessionsBy(client, { text: 'token_hash = ANY($1)', values: [tokenHashes] })
    for (const { staffId } of rows) {
      if (staffId === null) continue
      const subject = { kind: 'staff', id: staffId }
      await audit(client, { staffId, action: 'staff.signed_out', subject, details: { later: true } })
    }
  })
}
