import { availableParallelism, cpus, totalmem } from 'node:os'
import { installedPackage } from '../../server/db/embedded/binaries.ts'
import type { Measured } from './load.ts'

/** What an issue asked for, what was reached, and whether that is enough; null where only the figure is wanted. */
export type Finding = { asked: string; reached: string; holds: boolean | null }

/** What a bench found, to be printed as Markdown: what was asked first, and as ratios; then the figures behind it. */
export type Report = { findings: Finding[]; tables: string[] }

/** One bench: it starts what it needs, and stops it. */
export type Bench = {
  title: string
  /** One sentence or two: what is measured, beside what. */
  what: string
  run(): Promise<Report>
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Loads under their names, with what each is of the first one. */
export function loadsTable(loads: Record<string, Measured>): string {
  const [first] = Object.values(loads)
  return table(
    ['', 'of the first', 'per second', 'p50', 'p99'],
    Object.entries(loads).map(([name, load]) => [
      name,
      load === first ? '' : times(load.perSecond / (first?.perSecond ?? Number.NaN)),
      count(load.perSecond),
      ms(load.p50),
      ms(load.p99),
    ]),
  )
}

export function asMarkdown(name: string, { title, what }: Bench, { findings, tables }: Report): string {
  const asked = table(
    ['asked', 'reached', ''],
    findings.map(({ asked, reached, holds }) => [
      asked,
      reached,
      holds === null ? '' : holds ? 'yes' : '**no**',
    ]),
  )
  return [`### ${title}`, `\`npm run bench -- ${name}\`: ${what}`, asked, ...tables].join('\n\n')
}

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

export const count = (value: number) => Math.round(value).toLocaleString('en')
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const times = (value: number) => value.toFixed(2)
export const megabytes = (value: number) => `${Math.round(value)} MB`
