import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { isRunning } from '../../../build/is-running.ts'
import { StartError } from '../../start-error.ts'
import { isPostmasterOf } from './process-info.ts'
import type { StartLog } from './start-log.ts'
import { waitFor } from './wait-for.ts'

const STOP_WITHIN_MS = 15_000

/**
 * Deals with what a server that wasn't stopped has left: it is stopped when it still runs (its Enamel was killed;
 * we hold the folder's lock, so nobody uses it), and its `postmaster.pid` is looked at.
 *
 * That file is never deleted while it has content: PostgreSQL also finds in it whether processes of the dead server
 * still write to the data. But PostgreSQL believes the process id in it whenever any process has that id, be it
 * a zombie or another program.
 * @returns the process id that PostgreSQL must not be misled by, when there is one
 * @throws {StartError} when the old server doesn't end
 */
export async function clearLeftovers(cluster: string, log: StartLog): Promise<number | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined

  const pid = Math.abs(Number.parseInt(content, 10))
  if (!(pid > 0)) {
    // Cut off at the very moment of starting, before any data were touched. PostgreSQL refuses to start on it.
    await rm(file)
    return undefined
  }
  if (!(await isPostmasterOf(pid, await realpath(cluster)))) return pid

  log.warn({ pid }, 'stopping a database server whose Enamel was killed')
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    kill(pid, signal)
    if (await waitFor(async () => !(await isRunning(pid)), STOP_WITHIN_MS)) return pid
  }
  throw new StartError(
    `A database server from an earlier start (process ${pid}) does not end; stop it, then start again.`,
  )
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
