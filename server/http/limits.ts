import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from './failure.ts'

export type Limit = {
  /**
   * Counts one use by a caller.
   * @throws HttpFailure 429 with Retry-After when the caller has none left
   */
  use(caller: string): Promise<void>
  /** Takes a use back: what was asked turned out to be a repetition. */
  giveBack(caller: string): Promise<void>
  /** Takes all of a caller's uses back: they have proven who they are. */
  forget(caller: string): Promise<void>
}

const NO_LIMIT: Limit = { use: async () => {}, giveBack: async () => {}, forget: async () => {} }

export type LimitOptions = {
  pool: Pool
  /** Tells this limit's counters from those of others. */
  name: string
  uses: number
  perSeconds: number
  /** What the caller is told; '{minutes}' becomes the wait. */
  message: string
  /** False lifts the limit (RATE_LIMITS=off, for load tests). */
  enabled: boolean
}

/**
 * A limit on how often a caller may do something, counted in the database and so across servers.
 * While the database is away it counts in memory. Callers are stored as a hash, so that
 * no address stands in the table in the clear (who has the table can still try all of them).
 */
export function createLimit({ pool, name, uses, perSeconds, message, enabled }: LimitOptions): Limit {
  if (!enabled) return NO_LIMIT
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Old counters go with the housekeeping, in portions.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: uses,
    duration: perSeconds,
    insuranceLimiter: new RateLimiterMemory({ points: uses, duration: perSeconds }),
  })
  return {
    async use(caller) {
      try {
        await limiter.consume(hashed(caller))
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
        throw new HttpFailure(
          'too_many_requests',
          message.replace('{minutes}', String(Math.ceil(seconds / 60))),
          { retryAfter: seconds },
        )
      }
    },
    async giveBack(caller) {
      await limiter.reward(hashed(caller))
    },
    async forget(caller) {
      await limiter.delete(hashed(caller))
    },
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
