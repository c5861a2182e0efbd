import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import type { StartLog } from './start-log.ts'

/**
 * Milliseconds: the pause before a restart, doubled after each that failed or didn't last. It stays short: a clinic waits,
 * a start costs little, and one that fails for want of disk space has to work as soon as there is some.
 */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1_600
const STEADY_AFTER_MS = 5_000

export type Watched = {
  /** Process id of the server that runs now, or ran last. */
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * Starts the server again whenever it ends by itself, until `stop`.
 * @param startAgain must give a server on the same port, so that pools find it again
 */
export function watch(first: Postmaster, startAgain: () => Promise<Postmaster>, log: StartLog): Watched {
  const stopping = new AbortController()
  let current = first

  const loop = async () => {
    let pause = FIRST_PAUSE_MS
    let steadyAt = performance.now() + STEADY_AFTER_MS
    while (true) {
      const how = await current.ended
      if (stopping.signal.aborted) return
      if (performance.now() > steadyAt) pause = FIRST_PAUSE_MS
      steadyAt = Number.POSITIVE_INFINITY
      log.error({ how, inMs: pause }, 'the database server ended by itself; starting it again')
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
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
