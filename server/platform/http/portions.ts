import { HttpFailure } from './failure.ts'

/** Concurrent exports per session: each keeps its place as long as its reader is slow. */
const AT_ONCE = 2

/** The part of a generator that a stream needs. */
export type Portions<T> = Pick<AsyncGenerator<T, void>, 'next'> & { return(): Promise<unknown> }

/**
 * Counts a session's running exports until they end or are cancelled.
 * @param ended is called then
 * @throws HttpFailure 429 on the first read when the session has too many
 */
export async function* counted<T>(
  underWay: Map<string, number>,
  session: string,
  portions: AsyncGenerator<T, void>,
  ended: () => Promise<void> = async () => {},
): AsyncGenerator<T, void> {
  const others = underWay.get(session) ?? 0
  if (others >= AT_ONCE) {
    throw new HttpFailure('too_many_requests', 'Your exports are still running. Please try again soon.', {
      retryAfter: 10,
    })
  }
  underWay.set(session, others + 1)
  try {
    yield* portions
  } finally {
    const left = (underWay.get(session) ?? 1) - 1
    if (left === 0) underWay.delete(session)
    else underWay.set(session, left)
    await ended()
  }
}

/** Prepends the portion already read. Cancelling also cancels the rest, even before the first read. */
export function startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): Portions<T> {
  let isGiven = false
  return {
    next: async () => {
      if (isGiven) return rest.next()
      isGiven = true
      return first
    },
    return: () => rest.return(),
  }
}
