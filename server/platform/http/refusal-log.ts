import type { Logger } from 'pino'

const MINUTE_MS = 60_000
/** Refusals of one kind that are logged in a minute; the metrics count all of them. */
const LOGGED_PER_MINUTE = 20

type Refusal = {
  /** Text of the line. */
  says: string
  /** Key of the count; left out, the text. */
  kind?: string
  level?: 'info' | 'warn'
}

/** Writes a line of a refusal into the log, unless its kind has had 20 in this minute. */
export type LogRefusal = (facts: Record<string, unknown>, refusal: Refusal) => void

/** The one way into the log for what strangers can bring about as often as they like. */
export function refusalLog(log: Pick<Logger, 'info' | 'warn'>): LogRefusal {
  const sampled = refusalSample()
  return (facts, { says, kind = says, level = 'warn' }) => {
    const sample = sampled(kind)
    if (sample) log[level]({ ...facts, ...sample }, says)
  }
}

/**
 * Keeps many refusals from filling the log.
 * @param clock milliseconds, for tests
 * @returns a function of the refusal's kind: an addition to its line, or null where it gets none. The first line of a
 * minute says how many of the last one had none.
 */
export function refusalSample(
  clock: () => number = Date.now,
): (kind: string) => { unlogged?: number } | null {
  let since = Number.NEGATIVE_INFINITY
  let seen = new Map<string, number>()
  let before = new Map<string, number>()
  return (kind) => {
    if (clock() - since >= MINUTE_MS) {
      since = clock()
      before = seen
      seen = new Map()
    }
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    if (count > LOGGED_PER_MINUTE) return null
    const unlogged = count === 1 ? (before.get(kind) ?? 0) - LOGGED_PER_MINUTE : 0
    return unlogged > 0 ? { unlogged } : {}
  }
}
