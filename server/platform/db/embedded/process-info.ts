import { readFile, readlink } from 'node:fs/promises'
import { isRunning, psColumn } from '../../../../build/is-running.ts'

/**
 * Reports whether a process is a PostgreSQL server on this data directory. A stored process id alone proves nothing,
 * since ids are reused.
 * @param cluster the real path (no symbolic links) of the data directory
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false
  if (process.platform === 'linux') {
    // A server's working directory is its data directory, which no argument list can fake.
    const [folder, commandLine] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => undefined),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ])
    return folder === cluster && /(^|\/)postgres\0/.test(commandLine)
  }
  const command = await psColumn(pid, 'command')
  return command !== undefined && /(^|\/)postgres /.test(command) && command.includes(` -D ${cluster}`)
}
