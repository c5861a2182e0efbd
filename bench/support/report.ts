import { availableParallelism, cpus, totalmem } from 'node:os'
import { installedPackage } from '../../server/platform/db/embedded/binaries.ts'
import type { Measured } from './load.ts'

/** A line of the table. */
export type Row = {
  what: string
  measured: string
  /** What it is divided by, from the same turns. */
  reference?: string
  ratio?: number
  goal?: string
  /** Whether the goal is reached. */
  holds?: boolean
}

/** Starts what it needs, measures, and stops it. */
export type Bench = () => Promise<Row[]>

export const HEAD =
  '| what | measured | reference | ratio | goal | `npm run bench` |\n|---|---|---|---|---|---|'

/** A goal that is not reached is bold. */
export function asMarkdown(
  name: string,
  { what, measured, reference = '', ratio, goal = '', holds }: Row,
): string {
  const asked = holds === false ? `**${goal}**` : goal
  const cells = [what, measured, reference, ratio?.toFixed(2) ?? '', asked, `\`${name}\``]
  return `| ${cells.join(' | ')} |`
}

type Quantity = 'perSecond' | 'p50' | 'p99'
type Goal = { atLeast?: number; atMost?: number; aim?: number }

/** One load beside another of the same turns, by one quantity. */
export function compared(
  what: string,
  of: Quantity,
  { ours, reference, beside }: { ours: Measured; reference: Measured; beside: string },
  goal: Goal = {},
): Row {
  const ratio = ours[of] / reference[of]
  return {
    what,
    measured: said(ours, of),
    reference: `${beside}: ${said(reference, of)}`,
    ratio,
    ...judged(ratio, goal),
  }
}

/** The same load twice in turns: what a ratio of this sitting differs by for no reason. */
export const twice = (what: string, of: Quantity, first: Measured, again: Measured): Row =>
  compared(`A/A: ${what}`, of, { ours: again, reference: first, beside: 'the same' })

/** A figure that stands for itself. @param unit with which figure and goal are said */
export function single(what: string, value: number, unit: string, goal: Goal = {}): Row {
  return { what, measured: `${count(value)} ${unit}`, ...judged(value, goal, ` ${unit}`) }
}

function judged(value: number, { atLeast, atMost, aim }: Goal, unit = ''): Pick<Row, 'goal' | 'holds'> {
  const limit = atLeast ?? atMost
  if (limit === undefined) return {}
  return {
    goal: `at ${atLeast === undefined ? 'most' : 'least'} ${limit}${unit}${aim ? ` (aim ${aim})` : ''}`,
    holds: value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity),
  }
}

function said(load: Measured, of: Quantity): string {
  const speed = `${count(load.perSecond)}/s`
  return of === 'perSecond' ? `${speed}, p99 ${count(load.p99)} ms` : `${of} ${count(load[of])} ms, ${speed}`
}

/** Three figures, or all that stand before the point. */
const count = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

/** Date, machine and versions, under which figures are to be read. */
export async function conditions(): Promise<string> {
  const postgres = (await installedPackage()).version.split('.').slice(0, 2).join('.')
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const day = new Date().toISOString().slice(0, 10)
  return (
    `Taken on ${day}: ${availableParallelism()} cores (${processor}), ${gigabytes} GiB, Node ${process.versions.node}, ` +
    `PostgreSQL ${postgres}. Client, servers and database share the cores.`
  )
}
