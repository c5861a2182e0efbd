const QUIET_MS = 60_000

/**
 * Lets the same report through once a minute: a database that is away fails every poll, and a log full of one
 * sentence hides the others.
 * @param clock milliseconds, for tests
 */
export function throttled(clock: () => number = Date.now): (key: string, report: () => void) => void {
  const last = new Map<string, number>()
  return (key, report) => {
    const now = clock()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return
    // Keys come from error codes and are few; should they ever not be, forgetting them costs a few log lines.
    if (last.size > 100) last.clear()
    last.set(key, now)
    report()
  }
}
