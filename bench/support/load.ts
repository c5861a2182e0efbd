/** Work repeated on a number of connections for a time; each connection starts anew when its last one is answered. */
export type Load = {
  connections: number
  seconds: number
  /** One unit of work; `connection` counts from 0. It throws when the answer is not the expected one. */
  work(connection: number): Promise<void>
}

export type Measured = { perSecond: number; p50: number; p99: number; count: number }

/** Runs a load and says how much was done, and the time of one unit in milliseconds at two percentiles. */
export async function measure({ connections, seconds, work }: Load): Promise<Measured> {
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
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), count: times.length }
}

/** The middle one of several runs by speed. */
export function median(runs: readonly Measured[]): Measured {
  const sorted = runs.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}
