/** Seeded randomness. */
export type Chance = {
  /** From 0 up to 1, without 1. */
  next(): number
  between(least: number, most: number): number
  /** True with this probability. */
  happens(share: number): boolean
  pick<T>(of: readonly T[]): T
}

/** Repeatable by seed (mulberry32). @param seed a whole number of 32 bits */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    happens: (share) => next() < share,
    pick<T>(of: readonly T[]): T {
      const picked = of[Math.floor(next() * of.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
