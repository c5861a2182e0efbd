/**
 * The rank test of Mann, Whitney and Wilcoxon, two-sided, by the normal approximation (good from about 20 values each).
 * @returns how likely it is that two samples of the same thing differ at least as much as these
 */
export function rankTest(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, ofA: true })), ...b.map((value) => ({ value, ofA: false }))]
  all.sort((one, other) => one.value - other.value)
  let ranksOfA = 0
  let ties = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to++
    // Equal values share the middle of their ranks, which count from 1.
    const rank = (from + 1 + to) / 2
    for (const { ofA } of all.slice(from, to)) if (ofA) ranksOfA += rank
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const [n, m, size] = [a.length, b.length, a.length + b.length]
  const u = ranksOfA - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (size + 1 - ties / (size * (size - 1))))
  return 2 * (1 - normal(Math.abs(u - (n * m) / 2) / deviation))
}

/** The share of a normal distribution below z, to seven places (Abramowitz and Stegun, 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const weights = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const tail = weights.reduce((sum, weight, power) => sum + weight * t ** (power + 1), 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
