import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { reasonOf } from '../process/failure.ts'
import { repeat } from '../process/repeat.ts'
import { throttled } from '../process/throttled.ts'
import { isAway } from './away.ts'
import { withClient } from './with-client.ts'

/** Maximum lag of a standby that serves reads, in milliseconds: older data are never shown. */
export const STALE_MS = 5_000
const LOOK_EVERY_MS = 1_000
/** Limit of remembered writers. Above it every caller counts as a writer. */
const CALLERS = 50_000
/** A standby cancels a query that conflicts with changes it has to apply. */
const CONFLICT = '40001'

export type Reader = Pick<Pool, 'query'>

/** Source of reads for calls that only read, when a standby has what they need. */
export type StandbyReads = {
  /**
   * The standby, for a caller whose writes it is known to have; otherwise the primary. A query that the standby cannot
   * answer goes to the primary.
   * @param caller identifies the writer
   */
  for(caller: string): Reader
  /** Notes that a caller may have written. */
  noteWrite(caller: string): void
  close(): Promise<void>
}

/** Without a standby everything is read from the primary. */
export function primaryReads(primary: Pool): StandbyReads {
  return { for: () => primary, noteWrite: () => {}, close: async () => {} }
}

/** Up to where a primary has committed. */
export const POSITION = 'SELECT pg_current_wal_lsn()::text AS position'

/** Reports whether a server has all commits up to a position: a standby, or a primary that the address leads to. */
export const HAS = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END >= $1::pg_lsn AS there`

type Parts = { primary: Pool; standby: Pool; log: Pick<Logger, 'warn'>; lookEveryMs?: number }

/**
 * Checks every second how far the standby is: at all commits of the primary before the check. Only callers of this
 * process are known; writes through another may be missing for `STALE_MS`. An address may lead to several standbys, so
 * the answering one is asked for the last seen position.
 */
export function standbyReads({ primary, standby, log, lookEveryMs = LOOK_EVERY_MS }: Parts): StandbyReads {
  /** Time by performance.now(): everything committed before then is there. */
  let hasAllUntil = Number.NEGATIVE_INFINITY
  /** Position that the next check waits for. */
  let wanted: { position: string; at: number } | null = null
  /** The position of that moment. */
  let seen = '0/0'
  const wroteAt = new Map<string, number>()
  let allWroteAt = Number.NEGATIVE_INFINITY
  const report = throttled()

  async function checkStandby(): Promise<void> {
    try {
      if (wanted === null) {
        const at = performance.now()
        const { rows } = await primary.query<{ position: string }>(POSITION)
        wanted = { position: rows[0]?.position ?? '0/0', at }
      }
      const { rows } = await standby.query<{ there: boolean }>(HAS, [wanted.position])
      if (!rows[0]?.there) return
      hasAllUntil = wanted.at
      seen = wanted.position
      wanted = null
    } catch (error) {
      wanted = null
      report(reasonOf(error), () => log.warn({ reason: reasonOf(error) }, 'the standby cannot be read from'))
    } finally {
      // Older ones are useless: a standby for reads has those writes.
      const old = performance.now() - STALE_MS
      for (const [caller, at] of wroteAt) if (at < old) wroteAt.delete(caller)
    }
  }
  const looks = repeat(lookEveryMs, checkStandby)

  type Question = Parameters<Pool['query']>
  /** @returns null: the answering one lacks commits that another had */
  const ofStandby = (question: Question) =>
    withClient(standby, async (client) => {
      const { rows } = await client.query<{ there: boolean }>(HAS, [seen])
      return rows[0]?.there ? await client.query(...question) : null
    })

  const query = async (...question: Question) => {
    try {
      return (await ofStandby(question)) ?? (await primary.query(...question))
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
      const hasOwn =
        Math.max(allWroteAt, wroteAt.get(keyOf(caller)) ?? Number.NEGATIVE_INFINITY) < hasAllUntil
      return isFresh && hasOwn ? reader : primary
    },
    noteWrite(caller) {
      if (wroteAt.size >= CALLERS) {
        wroteAt.clear()
        allWroteAt = performance.now()
      }
      wroteAt.set(keyOf(caller), performance.now())
    },
    async close() {
      await looks.stop()
      await standby.end()
    },
  }
}

/** A key of one length, for any length of a caller's text; and no token stays in memory. */
const keyOf = (caller: string) => hash('sha256', caller, 'base64')
