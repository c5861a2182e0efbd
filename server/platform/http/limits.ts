import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Caller } from './caller.ts'
import { HttpFailure } from './failure.ts'

/** A limit for a named subject: an account, a contact, a key, a tablet. Callers have `createCallerLimit`. */
export type Limit = {
  /** Counts one use. @throws HttpFailure 429 with Retry-After when none is left */
  use(whose: string): Promise<void>
  /** The same. @returns number of uses so far, with this one; 0 where limits are lifted */
  count(whose: string): Promise<number>
  /** Number of uses so far, without using it. */
  used(whose: string): Promise<number>
  /** Refunds a use, when the request was a repeat. */
  giveBack(whose: string): Promise<void>
  /** Resets the count of an authenticated person. */
  forget(whose: string): Promise<void>
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
  /** Text for the caller; '{minutes}' becomes the wait. */
  message: string
  /** False lifts the limit (RATE_LIMITS=off, for load tests). */
  enabled: boolean
}
type CountOptions = Omit<LimitOptions, 'uses' | 'message'>

/**
 * A rate limit counted in the database and so across servers, or in memory while the database is down. Callers are
 * stored as hashes, so that the table has no plain addresses (an attacker with the table can still try all of them).
 */
export function createLimit({ message, uses, ...counted }: LimitOptions): Limit {
  if (!counted.enabled) return NO_LIMIT
  const { add, ...kept } = createCount(counted)
  async function count(whose: string): Promise<number> {
    const { used, secondsLeft } = await add(whose)
    if (used > uses) throw usedUp(message, secondsLeft)
    return used
  }
  return { ...kept, count, use: async (whose) => void (await count(whose)) }
}

function usedUp(message: string, secondsLeft: number): HttpFailure {
  const minutes = String(Math.ceil(secondsLeft / 60))
  return new HttpFailure('too_many_requests', message.replace('{minutes}', minutes), {
    retryAfter: secondsLeft,
  })
}

/** Uses by an address and by its network, this one included. */
export type CallerUses = { address: number; network: number }

export type CallerLimit = {
  /**
   * Counts one use of a caller's address and one of its network, which may have `networkTimes` as many.
   * @param about subject of separate counts, as a contact
   * @returns the uses so far; zeros where limits are lifted
   * @throws HttpFailure 429 with Retry-After when the address or the network has none left
   */
  use(caller: Caller, about?: string): Promise<CallerUses>
  /** Refunds a use. */
  giveBack(caller: Caller, about?: string): Promise<void>
}

/** A rate limit of strangers, by the address and the network that they call from. `uses` are those of an address. */
export function createCallerLimit({ uses, message, ...counted }: LimitOptions): CallerLimit {
  const count = createCallerCount(counted)
  return {
    async use(caller, about) {
      const { address, network } = await count.add(caller, about)
      if (address.used > uses) throw usedUp(message, address.secondsLeft)
      if (network.used > uses * caller.networkTimes) throw usedUp(message, network.secondsLeft)
      return { address: address.used, network: network.used }
    },
    giveBack: count.giveBack,
  }
}

type Counted = Awaited<ReturnType<Count['add']>>
export type CallerCount = {
  add(caller: Caller, about?: string): Promise<{ address: Counted; network: Counted }>
  giveBack(caller: Caller, about?: string): Promise<void>
}

/** Counts of callers without a decision, for limits with more than one number. */
export function createCallerCount({ name, ...counted }: CountOptions): CallerCount {
  const [byAddress, byNetwork] = [name, `${name}-of-network`].map((each) =>
    createCount({ ...counted, name: each }),
  ) as [Count, Count]
  const keysOf = ({ address, network }: Caller, about: string | undefined) =>
    about === undefined
      ? ([`${address}`, `${network}`] as const)
      : ([`${address} ${about}`, `${network} ${about}`] as const)
  return {
    async add(caller, about) {
      const [ofAddress, ofNetwork] = keysOf(caller, about)
      const [address, network] = await Promise.all([byAddress.add(ofAddress), byNetwork.add(ofNetwork)])
      return { address, network }
    },
    async giveBack(caller, about) {
      const [ofAddress, ofNetwork] = keysOf(caller, about)
      await Promise.all([byAddress.giveBack(ofAddress), byNetwork.giveBack(ofNetwork)])
    },
  }
}

/**
 * Limits the number of things made: at the limit nothing is made and the use is refunded.
 * @param full text for the caller: the number, and what to do
 * @throws HttpFailure 429
 */
export async function madeWithin<Made extends object>(
  limit: Limit,
  whose: string,
  make: () => Promise<Made | 'too_many'>,
  full: string,
): Promise<Made> {
  await limit.use(whose)
  const made = await make()
  if (made !== 'too_many') return made
  await limit.giveBack(whose)
  throw new HttpFailure('too_many_requests', full, { retryAfter: AGAIN_SECONDS })
}
/** One has to be removed before. */
const AGAIN_SECONDS = 3_600

export type Count = {
  /** Counts one use. @returns the uses so far, and after how many seconds they count from 0 again */
  add(whose: string): Promise<{ used: number; secondsLeft: number }>
  /** Number of uses so far, without using it. */
  used(whose: string): Promise<number>
  giveBack(whose: string): Promise<void>
  forget(whose: string): Promise<void>
}

const NO_COUNT: Count = {
  add: async () => ({ used: 0, secondsLeft: 0 }),
  used: async () => 0,
  giveBack: async () => {},
  forget: async () => {},
}

/** Counts without a decision, for limits with more than one number. With limits lifted nothing is counted. */
export function createCount({ pool, name, perSeconds, enabled }: CountOptions): Count {
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
    async add(whose) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(hashed(whose))
      return { used: consumedPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
    },
    async used(whose) {
      return (await limiter.get(hashed(whose)))?.consumedPoints ?? 0
    },
    async giveBack(whose) {
      await limiter.reward(hashed(whose))
    },
    async forget(whose) {
      await limiter.delete(hashed(whose))
    },
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
