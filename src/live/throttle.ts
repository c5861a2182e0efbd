/**
 * Does something when asked to, but never twice at once and at most once in `everyMs` milliseconds: whoever asks
 * meanwhile is served by one more run afterwards. A failure is for others to show.
 */
export function throttle(work: () => Promise<unknown>, everyMs: number): () => void {
  let isBusy = false
  let isAsked = false

  async function run() {
    isBusy = true
    while (isAsked) {
      isAsked = false
      await Promise.all([work().catch(() => {}), new Promise((resolve) => setTimeout(resolve, everyMs))])
    }
    isBusy = false
  }

  return () => {
    isAsked = true
    if (!isBusy) void run()
  }
}
