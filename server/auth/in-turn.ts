import { HttpFailure } from '../http/failure.ts'

const RETRY_SECONDS = 5

/**
 * Runs work one piece after another in the order of asking.
 * @returns a function that throws HttpFailure 503 when more than `waitingAtMost` pieces wait already
 */
export function inTurn({ waitingAtMost }: { waitingAtMost: number }) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (waiting > waitingAtMost) {
      throw new HttpFailure('busy', 'The clinic is busy just now. Please try again.', {
        retryAfter: RETRY_SECONDS,
      })
    }
    waiting += 1
    const mine = last.then(work)
    last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      waiting -= 1
    }
  }
}
