import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

// The build's lock and the lock of the embedded database both ask this; it lies in the lower one of the two rooms.

const run = promisify(execFile)

/**
 * Whether a process with this id is running. A zombie is not: in a container without an init process nobody
 * collects the dead, and `kill(pid, 0)` goes on finding them.
 */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (stat === undefined) return false
    // The program's name stands in brackets and may itself hold brackets and blanks: the state follows the last one.
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
