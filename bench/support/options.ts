import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: 'string' },
    brief: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '5' },
  },
})

/** The names of the benches that are asked for; none: all. */
export const named: readonly string[] = positionals

/** The folder of another checkout, which takes turns with this one. */
export const { beside } = values

/** Only looks whether a bench still runs, in seconds; its figures are worth nothing. */
export const isBrief = values.brief

/** Minutes of the steady load, which is half of what two processes sustain. */
export const minutes = Number(values.minutes)

export const amount = (full: number, brief: number): number => (isBrief ? brief : full)
