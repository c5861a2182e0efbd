import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Ticks of /proc in a second, on every Linux. */
const TICKS = 100

/** Processor seconds, user's and system's. */
export type Processor = { servers: number; database: number }

/** Of the servers, and of PostgreSQL with every process it has or had; Linux only. */
export async function processorOf(servers: readonly ChildProcess[], postmaster: number): Promise<Processor> {
  const ticks = await Promise.all(servers.map(({ pid }) => ticksOf(pid ?? 0, 'itself')))
  return { servers: sum(ticks) / TICKS, database: await databaseSeconds(postmaster) }
}

export const less = (after: Processor, before: Processor): Processor => ({
  servers: after.servers - before.servers,
  database: after.database - before.database,
})

/** What has ended was counted for the first process when it was cleared away. */
async function databaseSeconds(postmaster: number): Promise<number> {
  const living = await childrenOf(postmaster)
  const ticks = await Promise.all([
    ticksOf(postmaster, 'with what has ended'),
    ...living.map((pid) => ticksOf(pid, 'itself')),
  ])
  return sum(ticks) / TICKS
}

async function ticksOf(pid: number, of: 'itself' | 'with what has ended'): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may have blanks; utime is the 14th field, the 12th behind it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return sum(fields.slice(11, of === 'itself' ? 13 : 15))
}

/** Megabytes of PostgreSQL and of each of its connections: what several share is divided among them. */
export async function databaseMegabytes(postmaster: number): Promise<number> {
  const all = await Promise.all([postmaster, ...(await childrenOf(postmaster))].map(megabytesOf))
  return sum(all)
}

async function megabytesOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
