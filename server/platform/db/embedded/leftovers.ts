import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { isRunning } from '../../../../build/is-running.ts'
import { StartError } from '../../process/start-error.ts'
import { isPostmasterOf } from './process-info.ts'
import { SOCKET_LOCK_FILE } from './socket.ts'
import type { StartLog } from './start-log.ts'
import { waitFor } from './wait-for.ts'

const STOP_WITHIN_MS = 15_000

/**
 * Cleans up after a server that wasn't stopped: stops it if it still runs (its Enamel was killed; we hold the folder's
 * lock, so it is unused), and checks its `postmaster.pid`. That file is never deleted while it has content: PostgreSQL
 * also uses it to find processes of the dead server that still write. But PostgreSQL trusts its process id whenever any
 * process has it, even a zombie or another program.
 * @returns the process id that PostgreSQL must ignore, if any
 * @throws {StartError} when the old server doesn't stop
 */
export async function clearLeftovers(cluster: string, log: StartLog): Promise<number | undefined> {
  const pid = await stopLeftServer(cluster, log)
  // Also has a process id, and nothing that the other file lacks.
  await rm(path.join(cluster, SOCKET_LOCK_FILE), { force: true })
  return pid
}

async function stopLeftServer(cluster: string, log: StartLog): Promise<number | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined

  const pid = Math.abs(Number.parseInt(content, 10))
  if (!(pid > 0)) {
    // Empty after a crash during start, before any data changed. PostgreSQL refuses to start on it.
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
