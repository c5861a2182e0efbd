import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import type { StartLog } from './start-log.ts'

/**
 * Milliseconds before a restart, doubled after each that failed or didn't last. The backoff stays short: a
 * restart costs little, and one that failed for lack of disk space must work as soon as there is some.
 */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 1_600
const STEADY_AFTER_MS = 5_000

export type Watched = {
  /** Of the current server, or the last one. */
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * Restarts the server whenever it ends by itself, until `stop`.
 * @param startAgain must use the same address, so that pools reconnect
 */
export function watch(first: Postmaster, startAgain: () => Promise<Postmaster>, log: StartLog): Watched {
  const stopping = new AbortController()
  let current = first

  const loop = async () => {
    let wait = FIRST_WAIT_MS
    let steadyAt = performance.now() + STEADY_AFTER_MS
    while (true) {
      const how = await current.ended
      if (stopping.signal.aborted) return
      if (performance.now() > steadyAt) wait = FIRST_WAIT_MS
      steadyAt = Number.POSITIVE_INFINITY
      log.error({ how, inMs: wait }, 'the database server ended by itself; starting it again')
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      try {
        current = await startAgain()
        if (stopping.signal.aborted) return await current.stop()
        await current.ready
        steadyAt = performance.now() + STEADY_AFTER_MS
        log.info({ pid: current.pid }, 'the database server runs again')
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'the database server could not be started again')
      }
    }
  }
  const over = loop()

  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort()
      await current.stop()
      await over
    },
  }
}
