import type { Logger } from 'pino'

export type LifecycleOptions = {
  log: Pick<Logger, 'info' | 'error'>
  /** Deadline for all steps in total, in milliseconds. */
  withinMs?: number
}

export type Lifecycle = {
  /** Steps run in reverse order, one after the other. */
  onShutdown(name: string, step: () => unknown): void
  /** Runs the steps, then exits: with `code` (0), or 1 when a step failed or the deadline passed. */
  shutdown(because: string, code?: number): Promise<void>
}

type Step = { name: string; run: () => unknown }

/** Ctrl-C arrives twice, from the terminal and through npm; only a later signal forces the exit. */
const SAME_SIGNAL_MS = 1000
const PARENT_CHECK_MS = 500
/**
 * Deadlines in sequence: a proxy 3 s, running requests 6 s (server/platform/http/listen.ts), beside them jobs 5 s
 * (server/platform/queue/start.ts), the embedded database 4 s.
 */
const STOP_WITHIN_MS = 14_000

/**
 * Shuts down on SIGTERM, SIGINT and SIGHUP, or when the parent npm or launcher is gone. A second signal exits
 * at once (code 130).
 */
export function startLifecycle({ log, withinMs = STOP_WITHIN_MS }: LifecycleOptions): Lifecycle {
  const steps: Step[] = []
  let endingSince: number | undefined

  const shutdown = async (because: string, code = 0) => {
    if (endingSince !== undefined) return
    endingSince = performance.now()
    // A failed start has already logged its reason.
    if (code === 0) log.info({ because }, 'stopping')
    let failed = false
    setTimeout(() => {
      log.error({ withinMs }, 'stopping took too long')
      process.exit(1)
    }, withinMs)
    for (const { name, run } of steps.toReversed()) {
      try {
        await run()
      } catch (error) {
        failed = true
        log.error({ err: error, step: name }, 'a step of stopping failed')
      }
    }
    process.exit(failed ? 1 : code)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (endingSince !== undefined && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(130)
      void shutdown(signal)
    })
  }
  watchParent(() => void shutdown('the process that started this one is gone'))
  return { onShutdown: (name, run) => void steps.push({ name, run }), shutdown }
}

/**
 * A hard kill of npm forwards nothing. Watched only under npm or the launcher: a shell that started a server
 * in the background may exit.
 */
function watchParent(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined && process.env.ENAMEL_LAUNCHED === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, PARENT_CHECK_MS)
  timer.unref()
}
