import { amount } from './options.ts'

/** Work repeated on a number of connections for a time; each connection starts anew when its last one is answered. */
export type Load = {
  connections: number
  seconds: number
  /** One unit of work; `connection` counts from 0. It throws when the answer is not the expected one. */
  work(connection: number): Promise<void>
}

export type Measured = { perSecond: number; p50: number; p99: number; count: number }

/** What is asked for the first time is compiled, planned and cached; so long it is not counted, in seconds. */
const WARM_UP_SECONDS = amount(1, 0.1)

/** An odd number: the middle one counts. */
const ROUNDS = amount(3, 1)

/** Runs a load, warmed up, and says how much was done, and the time of one unit in milliseconds at two percentiles. */
export async function measure(load: Load): Promise<Measured> {
  await repeat({ ...load, seconds: WARM_UP_SECONDS })
  const { times, seconds } = await repeat(load)
  return measured(times, seconds)
}

async function repeat({ connections, seconds, work }: Load): Promise<{ times: number[]; seconds: number }> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < end) {
        const from = performance.now()
        await work(connection)
        times.push(performance.now() - from)
      }
    }),
  )
  return { times, seconds: (performance.now() - started) / 1000 }
}

/** @param times of each unit, in milliseconds */
export function measured(times: number[], seconds: number): Measured {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), count: times.length }
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The middle one of several runs by speed. */
function median(runs: readonly Measured[]): Measured {
  const sorted = runs.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

/** Several loads in turns, round after round, so that a machine that gets slower does so to all; the middle run of each. */
export async function inTurns<Name extends string>(
  loads: Record<Name, Load | (() => Promise<Measured>)>,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(loads) as Name[]
  const runs = new Map<Name, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    // To and fro: what one load leaves to do for the next is not always the same one's.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const load = loads[name]
      runs.get(name)?.push(await (typeof load === 'function' ? load() : measure(load)))
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(runs.get(name) ?? [])])) as Record<
    Name,
    Measured
  >
}
