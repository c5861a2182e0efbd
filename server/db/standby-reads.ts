import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { reasonOf } from '../jobs/failure.ts'
import { throttled } from '../jobs/throttled.ts'
import { isAway } from './away.ts'

/** How far behind a standby may be that is read from, in milliseconds: nobody sees what is older. */
export const STALE_MS = 5_000
const LOOK_EVERY_MS = 1_000
/** A standby that has to apply changes cuts off a question that stands in their way. */
const CONFLICT = '40001'

export type Reader = Pick<Pool, 'query'>

/** Where calls that only read may read from, when a standby has what they need. */
export type StandbyReads = {
  /**
   * The standby, for a caller who has not written since what it is known to have; otherwise the primary. A question that the
   * standby cannot answer goes to the primary.
   * @param caller whoever wrote is told apart by this
   */
  for(caller: string): Reader
  /** Hears that a caller may have written. */
  noteWrite(caller: string): void
  close(): Promise<void>
}

/** Without a standby everything is read from the primary. */
export function primaryReads(primary: Pool): StandbyReads {
  return { for: () => primary, noteWrite: () => {}, close: async () => {} }
}

type Parts = { primary: Pool; standby: Pool; log: Pick<Logger, 'warn'>; lookEveryMs?: number }

/**
 * Looks every second how much the standby has: all that was committed on the primary before the look began. Only callers of this
 * process are known; what one wrote through another may be missing for `STALE_MS`.
 */
export function standbyReads({ primary, standby, log, lookEveryMs = LOOK_EVERY_MS }: Parts): StandbyReads {
  /** By performance.now(): everything committed before then is there. */
  let hasAllUntil = Number.NEGATIVE_INFINITY
  /** What the next look wants to see. */
  let wanted: { position: string; at: number } | null = null
  const wroteAt = new Map<string, number>()
  const report = throttled()

  async function look(): Promise<void> {
    try {
      if (wanted === null) {
        const at = performance.now()
        const { rows } = await primary.query<{ position: string }>(
          'SELECT pg_current_wal_lsn()::text AS position',
        )
        wanted = { position: rows[0]?.position ?? '0/0', at }
      }
      const { rows } = await standby.query<{ there: boolean }>(
        'SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) AS there',
        [wanted.position],
      )
      if (!rows[0]?.there) return
      hasAllUntil = wanted.at
      wanted = null
    } catch (error) {
      wanted = null
      report(reasonOf(error), () => log.warn({ reason: reasonOf(error) }, 'the standby cannot be read from'))
    }
    const old = performance.now() - STALE_MS
    for (const [caller, at] of wroteAt) if (at < old) wroteAt.delete(caller)
  }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
  }, lookEveryMs)

  const query = async (...question: Parameters<Pool['query']>) => {
    try {
      return await standby.query(...question)
    } catch (error) {
      if (!isAway(error) && (error as { code?: string }).code !== CONFLICT) throw error
      hasAllUntil = Number.NEGATIVE_INFINITY
      return primary.query(...question)
    }
  }
  const reader = { query } as unknown as Reader

  return {
    for(caller) {
      const isFresh = performance.now() - hasAllUntil < STALE_MS
      const hasOwn = (wroteAt.get(caller) ?? Number.NEGATIVE_INFINITY) < hasAllUntil
      return isFresh && hasOwn ? reader : primary
    },
    noteWrite: (caller) => void wroteAt.set(caller, performance.now()),
    async close() {
      clearInterval(timer)
      await looking
      await standby.end()
    },
  }
}
