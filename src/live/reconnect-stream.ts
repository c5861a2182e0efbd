import type { StreamListener } from '../api/events.ts'
import { ApiError } from '../http/api-error.ts'

/** The wait before another try, in milliseconds: it doubles from the first to the longest. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A stream that ends sooner after its beginning, in milliseconds, counts as one that could not be had. */
const GOOD_AFTER_MS = 10_000

type Options = StreamListener & {
  /** Reads a stream to its end, or fails (`readEvents`). */
  read: (listener: StreamListener & { signal: AbortSignal }) => Promise<void>
  /** The stream is lost; called once for each that ended or failed. */
  onLost: () => void
  /**
   * Random number from 0 to below 1 (jitter), so that not all pages reconnect to a restarted server at once.
   */
  random?: () => number
}

export type ReconnectingStream = {
  /** Somebody is looking, or the network is back: what waits for another try makes it now. */
  retryNow: () => void
  stop: () => void
}

/** Keeps a stream open: reconnects with backoff whenever it ends or fails, until a 401. */
export function reconnectStream({
  read,
  onLost,
  random = Math.random,
  ...listener
}: Options): ReconnectingStream {
  const ended = new AbortController()
  let retryNow = () => {}

  async function run() {
    let failures = 0
    while (!ended.signal.aborted) {
      let readyAt: number | undefined
      const onReady = () => {
        readyAt = Date.now()
        listener.onReady()
      }
      const failure = await read({ ...listener, onReady, signal: ended.signal }).catch(
        (error: unknown) => error,
      )
      if (ended.signal.aborted) return
      onLost()
      if (failure instanceof ApiError && failure.status === 401) return
      const wasGood = readyAt !== undefined && Date.now() - readyAt >= GOOD_AFTER_MS
      failures = wasGood ? 1 : failures + 1
      await pause(waitAfter(failures, random()))
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      retryNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  void run()
  return {
    retryNow: () => retryNow(),
    stop: () => {
      ended.abort()
      retryNow()
    },
  }
}

/** Backoff after a number of failures in a row, in milliseconds. @param chance from 0 to below 1 */
export function waitAfter(failures: number, chance: number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
  return most * (0.5 + chance / 2)
}
