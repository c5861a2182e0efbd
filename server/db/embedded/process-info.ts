import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

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

/**
 * Whether a process is a PostgreSQL server on this data directory. Process ids are used again, so an id that was
 * written to a file says nothing by itself.
 * @param cluster the real path (no symbolic links) of the data directory
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false
  if (process.platform === 'linux') {
    // A server makes its data directory its working directory, which no argument list can pretend.
    const [folder, commandLine] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => undefined),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ])
    return folder === cluster && /(^|\/)postgres\0/.test(commandLine)
  }
  const command = await psColumn(pid, 'command')
  return command !== undefined && /(^|\/)postgres /.test(command) && command.includes(` -D ${cluster}`)
}

async function psColumn(pid: number, column: string): Promise<string | undefined> {
  return run('ps', ['-p', String(pid), '-o', `${column}=`]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}
