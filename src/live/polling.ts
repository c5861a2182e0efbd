import { store } from '../store.ts'
import { freshnessAtom } from './live-state.ts'

/** Interval of polling without a stream, and with one as a safeguard, in milliseconds. */
const POLL_MS = 30_000
const SAFETY_MS = 5 * 60_000
/** A stream that is back by then, in milliseconds, needs no question: it brings one itself. */
const SOON_MS = 2_000

/**
 * Asks again from time to time, in the tab that is seen, for as long as what is shown does not change by itself; and
 * at once when the network comes or goes, to know.
 * @returns a function that ends it
 */
export function pollWithoutStream(ask: () => void): () => void {
  const isLive = () => store.get(freshnessAtom) === 'live'
  let wasLive = isLive()
  let timer: ReturnType<typeof setTimeout>

  function plan(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (document.visibilityState === 'visible') ask()
      plan(isLive() ? SAFETY_MS : POLL_MS)
    }, ms)
  }
  const unsubscribe = store.sub(freshnessAtom, () => {
    if (isLive() !== wasLive) plan(wasLive ? SOON_MS : SAFETY_MS)
    wasLive = isLive()
  })
  plan(wasLive ? SAFETY_MS : POLL_MS)
  addEventListener('online', ask)
  addEventListener('offline', ask)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('online', ask)
    removeEventListener('offline', ask)
  }
}
