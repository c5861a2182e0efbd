const QUIET_MS = 60_000

/**
 * Reports the same key once a minute: when the database is away every poll fails, and repeats would hide
 * other log lines.
 * @param clock milliseconds, for tests
 */
export function throttled(clock: () => number = Date.now): (key: string, report: () => void) => void {
  const last = new Map<string, number>()
  return (key, report) => {
    const now = clock()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return
    // Keys are error codes and few; clearing them only costs repeated log lines.
    if (last.size > 100) last.clear()
    last.set(key, now)
    report()
  }
}
