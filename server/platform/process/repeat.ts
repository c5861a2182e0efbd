/**
 * Runs work again and again, never twice at once.
 * @param work deals with its own errors
 * @param atOnce runs it for the first time now, not after the first interval
 */
export function repeat(everyMs: number, work: () => Promise<void>, { atOnce = false } = {}) {
  let running: Promise<void> | null = null
  const run = () => {
    running ??= work().finally(() => {
      running = null
    })
  }
  if (atOnce) run()
  const timer = setInterval(run, everyMs)
  return {
    /** Waits for the run that is on. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
