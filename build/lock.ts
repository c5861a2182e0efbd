import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { distDir } from './build-info.ts'
import { isRunning } from './is-running.ts'

/** A build takes seconds; a lock this old, in milliseconds, was left behind whatever its process id says. */
const STALE_MS = 120_000
const RETRY_MS = 200

/** Locks of this process. */
const heldHere = new Set<string>()

/**
 * Runs one build at a time in this folder, also among several servers that start at once.
 * The lock of a process that is gone is taken over.
 */
export async function withBuildLock<Result>(work: () => Promise<Result>, folder = distDir): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, '.lock')
  while (!(await take(file))) {
    if (await isLeftBehind(file)) await rm(file, { force: true })
    else await wait(RETRY_MS)
  }
  heldHere.add(file)
  try {
    return await work()
  } finally {
    heldHere.delete(file)
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify({ pid: process.pid, since: Date.now() }), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isLeftBehind(file: string): Promise<boolean> {
  try {
    const { pid, since } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; since: number }
    if (heldHere.has(file)) return false
    // In a container an earlier life of this server had the same process id.
    return pid === process.pid || Date.now() - since > STALE_MS || !(await isRunning(pid))
  } catch (error) {
    // Gone in the meantime: try again. Unreadable: its writer was cut short.
    return error instanceof SyntaxError
  }
}
