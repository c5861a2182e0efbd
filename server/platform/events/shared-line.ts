import type { Logger } from 'pino'
import { HttpFailure } from '../http/failure.ts'
import { reasonOf } from '../process/failure.ts'
import { throttled } from '../process/throttled.ts'
import { type Line, type LineOptions, openLine } from './line.ts'

/** Backoff after a failed connection, in milliseconds, whatever the demand. */
const TRY_AGAIN_MS = 1_000

/** The single connection of a process, open while needed. */
export type SharedLine = {
  /**
   * Opens the connection unless it is open; concurrent callers share it.
   * @throws HttpFailure 503 when the database is away
   */
  opened(): Promise<Line>
  current(): Promise<Line> | null
  /** Treats the connection as broken. */
  fail(line: Promise<Line>, error: unknown): void
  /** Closes it until the next caller. */
  letGo(): void
}

export function createSharedLine(options: LineOptions & { log: Pick<Logger, 'warn'> }): SharedLine {
  let line: Promise<Line> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  const report = throttled()

  const warn = (reason: string) =>
    report(reason, () => options.log.warn({ reason }, 'events: the connection to the database is not there'))

  const away = () =>
    new HttpFailure('unavailable', 'Events cannot be had just now. Please try again.', {
      retryAfter: TRY_AGAIN_MS / 1000,
    })

  function letGo(): void {
    line?.then(
      (opened) => opened.close(),
      () => {},
    )
    line = null
  }

  function lost(reason: string): void {
    warn(reason)
    letGo()
    options.onLost()
  }

  return {
    current: () => line,
    letGo,
    fail(failed, error) {
      if (line === failed) lost(reasonOf(error))
    },
    async opened() {
      if (performance.now() - failedAt < TRY_AGAIN_MS) throw away()
      line ??= openLine({ ...options, onLost: () => lost('connection broken') })
      const mine = line
      try {
        const opened = await mine
        // Unless it was lost or closed in the meantime.
        if (line === mine) return opened
      } catch (error) {
        if (line === mine) {
          line = null
          failedAt = performance.now()
          warn(reasonOf(error))
        }
      }
      throw away()
    },
  }
}
