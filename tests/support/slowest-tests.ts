export type Timing = { name: string; milliseconds: number }

const LISTED = 10

export function slowestTests(timings: readonly Timing[]): string {
  const slowest = timings.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, LISTED)
  const lines = slowest.map(
    ({ name, milliseconds }) => `  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${name}`,
  )
  return ['', `Slowest ${slowest.length} tests`, ...lines, ''].join('\n')
}
