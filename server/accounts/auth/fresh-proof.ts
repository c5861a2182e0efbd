import type { Pool } from 'pg'
import { HttpFailure } from '../../platform/http/failure.ts'
import type { Session } from './sessions.ts'

/** Validity of a typed password, or a sign-in at the provider, as a fresh proof. */
const FRESH_MS = 10 * 60_000

/** Reports whether something was within 10 minutes; null: never. */
export function isRecent(at: Date | null, now: Date): boolean {
  // One from the future was noted while the clock was ahead.
  return at !== null && Math.abs(now.getTime() - at.getTime()) <= FRESH_MS
}

/** @throws HttpFailure 403 without a proof of the session's owner within the last 10 minutes */
export const requireFreshProof = ({ provenAt }: Session, now: Date): void => requireRecent(provenAt, now)

/** @throws HttpFailure 403 after more than 10 minutes; null: never */
export function requireRecent(at: Date | null, now: Date): void {
  if (!isRecent(at, now)) throw new HttpFailure('fresh_proof_required', "Please verify it's you.")
}

/**
 * Requires a proof for a desk's everyday work, as correcting a contact: a PIN that has just begun the session at its
 * tablet counts too.
 * @throws HttpFailure 403
 */
export function requireDeskProof({ provenAt, startedAt, deviceId }: Session, now: Date): void {
  if (deviceId === null || !isRecent(startedAt, now)) requireRecent(provenAt, now)
}

/** Notes that a session's owner has just shown that it is them. */
export async function proveSession(db: Pick<Pool, 'query'>, tokenHash: string, now: Date): Promise<void> {
  await db.query(`UPDATE sessions SET proven_at = $2 WHERE token_hash = $1`, [tokenHash, now])
}
