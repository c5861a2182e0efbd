import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from './failure.ts'

export type Limit = {
  /** Counts one use. @throws HttpFailure 429 with Retry-After when none is left */
  use(caller: string): Promise<void>
  /** The same. @returns how often it has been used by now, this use included; 0 where limits are lifted */
  count(caller: string): Promise<number>
  /** How often it has been used by now, without using it. */
  used(caller: string): Promise<number>
  /** Refunds a use, when the request was a repeat. */
  giveBack(caller: string): Promise<void>
  /** Resets a caller who has authenticated. */
  forget(caller: string): Promise<void>
}

const NO_LIMIT: Limit = {
  use: async () => {},
  count: async () => 0,
  used: async () => 0,
  giveBack: async () => {},
  forget: async () => {},
}

export type LimitOptions = {
  pool: Pool
  /** Separates this limit's counters from others. */
  name: string
  uses: number
  perSeconds: number
  /** For the caller; '{minutes}' becomes the wait. */
  message: string
  /** False lifts the limit (RATE_LIMITS=off, for load tests). */
  enabled: boolean
}

/**
 * A rate limit counted in the database and so across servers, or in memory while the database is away.
 * Callers are stored as hashes, so that the table has no plain addresses (an attacker with the table can
 * still try all of them).
 */
export function createLimit({ pool, name, uses, perSeconds, message, enabled }: LimitOptions): Limit {
  if (!enabled) return NO_LIMIT
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Housekeeping deletes old counters in portions.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: uses,
    duration: perSeconds,
    insuranceLimiter: new RateLimiterMemory({ points: uses, duration: perSeconds }),
  })
  async function count(caller: string): Promise<number> {
    try {
      return (await limiter.consume(hashed(caller))).consumedPoints
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
      throw new HttpFailure(
        'too_many_requests',
        message.replace('{minutes}', String(Math.ceil(seconds / 60))),
        { retryAfter: seconds },
      )
    }
  }
  return {
    async use(caller) {
      await count(caller)
    },
    count,
    async used(caller) {
      return (await limiter.get(hashed(caller)))?.consumedPoints ?? 0
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
