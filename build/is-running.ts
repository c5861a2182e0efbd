import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

// Shared by the build's lock and the lock of the embedded database, so it is in the lower of the two rooms.

const run = promisify(execFile)

/**
 * Reports whether a process with this id is running. A zombie does not count: in a container without an init process
 * the dead are never collected, and `kill(pid, 0)` keeps finding them.
 */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (stat === undefined) return false
    // The program's name is in brackets and may itself contain brackets and blanks: the state follows the last one.
    const state = stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
    return state !== 'Z' && state !== 'X'
  }
  const state = await psColumn(pid, 'stat')
  return state !== undefined && !state.startsWith('Z')
}

/** A column of what `ps` says about a process, where there is no /proc. */
export async function psColumn(pid: number, column: string): Promise<string | undefined> {
  return run('ps', ['-p', String(pid), '-o', `${column}=`]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}
