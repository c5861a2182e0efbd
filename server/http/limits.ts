import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
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
export function createLimit({ message, uses, ...counted }: LimitOptions): Limit {
  if (!counted.enabled) return NO_LIMIT
  const { add, ...kept } = createCount(counted)
  async function count(caller: string): Promise<number> {
    const { used, secondsLeft } = await add(caller)
    if (used <= uses) return used
    throw new HttpFailure(
      'too_many_requests',
      message.replace('{minutes}', String(Math.ceil(secondsLeft / 60))),
      { retryAfter: secondsLeft },
    )
  }
  return { ...kept, count, use: async (caller) => void (await count(caller)) }
}

/**
 * Uses a limit for something that is made, of which there may be only so many: where there are, nothing was made and the use is
 * refunded.
 * @param full for the caller: how many there are, and what to do
 * @throws HttpFailure 429
 */
export async function madeWithin<Made extends object>(
  limit: Limit,
  caller: string,
  make: () => Promise<Made | 'too_many'>,
  full: string,
): Promise<Made> {
  await limit.use(caller)
  const made = await make()
  if (made !== 'too_many') return made
  await limit.giveBack(caller)
  throw new HttpFailure('too_many_requests', full, { retryAfter: AGAIN_SECONDS })
}
/** Somebody has to take one away before. */
const AGAIN_SECONDS = 3_600

export type Count = {
  /** Counts one use. @returns the uses of the caller so far, and after how many seconds they count from 0 again */
  add(caller: string): Promise<{ used: number; secondsLeft: number }>
  /** How often it has been used by now, without using it. */
  used(caller: string): Promise<number>
  giveBack(caller: string): Promise<void>
  forget(caller: string): Promise<void>
}

const NO_COUNT: Count = {
  add: async () => ({ used: 0, secondsLeft: 0 }),
  used: async () => 0,
  giveBack: async () => {},
  forget: async () => {},
}

/** What a limit counts, for whoever decides otherwise than by one number. With limits lifted nothing is counted. */
export function createCount({
  pool,
  name,
  perSeconds,
  enabled,
}: Omit<LimitOptions, 'uses' | 'message'>): Count {
  if (!enabled) return NO_COUNT
  // Never reached: the caller compares.
  const points = 2 ** 30
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Housekeeping deletes old counters in portions.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: perSeconds,
    insuranceLimiter: new RateLimiterMemory({ points, duration: perSeconds }),
  })
  return {
    async add(caller) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(hashed(caller))
      return { used: consumedPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
    },
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
