import type { MiddlewareHandler } from 'hono'
import type { Pool } from 'pg'
import { HttpFailure } from '../http/failure.ts'
import type { Session } from './sessions.ts'

/** How long a typed password, or a sign-in at the provider, counts for what a stolen session must not do. */
const FRESH_MS = 10 * 60_000

/** @throws HttpFailure 403 where nobody has shown within 10 minutes that the session is still its owner's */
export function requireFreshProof({ provenAt }: Session, now: Date): void {
  // One from the future was made while the clock was ahead.
  const age = provenAt === null ? Number.POSITIVE_INFINITY : now.getTime() - provenAt.getTime()
  if (age > FRESH_MS || age < -FRESH_MS) {
    throw new HttpFailure('fresh_proof_required', 'Please confirm that it is you.')
  }
}

/** For a route, after who may call it: the session must have been proven within 10 minutes. */
export function freshProof({ now }: { now(): Date }): MiddlewareHandler {
  return async (c, next) => {
    requireFreshProof(c.var.session, now())
    await next()
  }
}

/** Notes that a session's owner has just shown that it is them. */
export async function proveSession(db: Pick<Pool, 'query'>, tokenHash: string, now: Date): Promise<void> {
  await db.query(`UPDATE sessions SET proven_at = $2 WHERE token_hash = $1`, [tokenHash, now])
}
