import { HttpFailure } from '../http/failure.ts'

const RETRY_SECONDS = 5

/**
 * Runs work one piece at a time, in order.
 * @returns a function that throws HttpFailure 503 when more than `waitingAtMost` pieces wait
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

/** With a separate queue for each key. */
export function inTurnByKey(limits: { waitingAtMost: number }) {
  const rows = new Map<string, { run: ReturnType<typeof inTurn>; pieces: number }>()
  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const row = rows.get(key) ?? { run: inTurn(limits), pieces: 0 }
    rows.set(key, row)
    row.pieces += 1
    try {
      return await row.run(work)
    } finally {
      row.pieces -= 1
      if (row.pieces === 0) rows.delete(key)
    }
  }
}
