import type { Logger } from 'pino'

export type LifecycleOptions = {
  log: Pick<Logger, 'info' | 'error'>
  /** Milliseconds for all steps together. */
  withinMs?: number
}

export type Lifecycle = {
  /** Adds a step for the end. Steps run one after the other, the last added first, as things were built up. */
  onShutdown(name: string, step: () => unknown): void
  /** Runs the steps, then ends the process: with `code` (0), or 1 when a step failed or the time was over. */
  shutdown(because: string, code?: number): Promise<void>
}

type Step = { name: string; run: () => unknown }

/** Ctrl-C reaches this process twice, from the terminal and through npm; only a later one means impatience. */
const SAME_SIGNAL_MS = 1000
const PARENT_CHECK_MS = 500
/** Requests under way have 6 s (server/listen.ts) and jobs 5 s (server/jobs/start.ts), then the embedded database 4 s. */
const STOP_WITHIN_MS = 12_000

/**
 * Ends the process in order on SIGTERM, SIGINT and SIGHUP, or when npm or the launcher that started it is gone.
 * A second signal ends it at once (code 130).
 */
export function startLifecycle({ log, withinMs = STOP_WITHIN_MS }: LifecycleOptions): Lifecycle {
  const steps: Step[] = []
  let endingSince: number | undefined

  const shutdown = async (because: string, code = 0) => {
    if (endingSince !== undefined) return
    endingSince = performance.now()
    // A start that failed has said why already.
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
 * npm killed hard passes nothing on. Only looked at under npm or the launcher: a shell that started a server in the
 * background may go.
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
