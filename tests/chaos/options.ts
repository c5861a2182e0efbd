import { parseArgs } from 'node:util'

/** Factor for all deadlines on slow machines such as CI. The limits themselves are the suite's. */
export const PATIENCE = Number(process.env.CHAOS_PATIENCE ?? 1)

export type Options = {
  /** Scenarios to run; none: all. */
  names: readonly string[]
  quick: boolean
  cycles: number | undefined
  /** Duration of the outage of mail and SMS, or of `failover`. */
  minutes: number | undefined
  /** Faults of a scenario that has several; none: all. */
  kinds: readonly string[]
  seed: number
}

/**
 * `npm run chaos -- [scenario ...] [--quick] [--cycles 50] [--minutes 10] [--seed 1] [--kind 'cut off' ...]`
 * @param newSeed for when none is given
 * @throws {Error} with a sentence
 */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
  newSeed: () => number,
): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      cycles: { type: 'string' },
      minutes: { type: 'string' },
      kind: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string' },
    },
  })
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no scenario ${unknown}. There are ${known.join(', ')}.`)
  return {
    names: positionals,
    quick: values.quick,
    cycles: wholeNumber('--cycles', values.cycles),
    kinds: values.kind,
    minutes: wholeNumber('--minutes', values.minutes),
    seed: wholeNumber('--seed', values.seed) ?? newSeed(),
  }
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) === 0)
    throw new Error(`${name} must be a whole number from 1.`)
  return Number(text)
}
