import { setTimeout as delay } from 'node:timers/promises'
import { type Measured, measured } from './load.ts'

export type Arrivals = {
  perSecond: number
  seconds: number
  /** One unit of work. It throws when the answer is not the expected one. */
  work(): Promise<void>
}

/**
 * Work that arrives when it arrives, whatever is still under way (an open loop), at random moments as people do.
 * Its time counts from the moment it was due: what had to wait behind a slow one is as slow as it was for who waited.
 * A timer of Node's is up to 1 ms late, which counts too.
 */
export async function arrivals({ perSecond, seconds, work }: Arrivals): Promise<Measured> {
  const times: number[] = []
  const underWay = new Set<Promise<void>>()
  let failure: unknown
  const begin = (due: number) => {
    const one = work()
      .then(() => void times.push(performance.now() - due))
      .catch((error) => {
        failure ??= error
      })
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }
  const started = performance.now()
  const end = started + seconds * 1000
  for (let due = started; due < end && failure === undefined; due += untilNext(perSecond)) {
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    begin(due)
  }
  await Promise.all(underWay)
  if (failure !== undefined) throw failure
  return measured(times, seconds)
}

/** Milliseconds to the next arrival of a Poisson process. */
const untilNext = (perSecond: number) => (-Math.log(1 - Math.random()) / perSecond) * 1000
