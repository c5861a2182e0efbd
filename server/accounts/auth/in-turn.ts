import { HttpFailure } from '../../platform/http/failure.ts'

const RETRY_SECONDS = 5

const tooBusy = () =>
  new HttpFailure('busy', "The clinic's server is busy. Please try again.", { retryAfter: RETRY_SECONDS })

/**
 * Runs work one piece at a time, in order.
 * @returns a function that throws HttpFailure 503 when more than `waitingAtMost` pieces wait
 */
export function inTurn({ waitingAtMost }: { waitingAtMost: number }) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (waiting > waitingAtMost) {
      throw tooBusy()
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

/**
 * Origin of password work. Colleagues have a running session, a known device or a mailed link; everybody else is a
 * stranger.
 */
export type Rank = 'colleague' | 'stranger'

/**
 * Runs work one piece at a time: colleagues in order, and strangers in order when no colleague waits. The running piece
 * is always finished.
 * @param waitingAtMost by rank, so that many strangers leave the colleagues' places free
 * @returns a function that throws HttpFailure 503 when too many of that rank wait
 */
export function inTurnByRank(waitingAtMost: Readonly<Record<Rank, number>>) {
  const waiting: Record<Rank, (() => void)[]> = { colleague: [], stranger: [] }
  let isBusy = false

  /** Resolves when the caller may begin. */
  function turn(rank: Rank): Promise<void> | undefined {
    if (!isBusy) {
      isBusy = true
      return undefined
    }
    if (waiting[rank].length >= waitingAtMost[rank]) throw tooBusy()
    return new Promise((resolve) => waiting[rank].push(resolve))
  }

  return async function run<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
    await turn(rank)
    try {
      return await work()
    } finally {
      const next = waiting.colleague.shift() ?? waiting.stranger.shift()
      if (next) next()
      else isBusy = false
    }
  }
}

/** Runs work one piece at a time, with a separate queue for each key. */
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
