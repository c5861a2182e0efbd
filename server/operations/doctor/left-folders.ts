import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { POINTER, SYSTEM_DIR } from '../../platform/db/embedded/home.ts'
import { isPostmasterOf } from '../../platform/db/embedded/process-info.ts'
import { size } from './disk.ts'
import { type Finding, warning } from './finding.ts'

/**
 * Databases outside their DATA_DIR (server/platform/db/embedded/home.ts) whose DATA_DIR is gone or has another: nothing
 * deletes them, since a missing folder may come back. One with an unreadable DATA_DIR is none of them.
 */
export async function checkLeftFolders(systemDir = SYSTEM_DIR): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const name of await readdir(systemDir).catch(() => [])) {
    const folder = path.join(systemDir, name)
    const dataDir = (await readFile(path.join(folder, 'belongs-to.txt'), 'utf8').catch(() => '')).trim()
    if (!name.startsWith('data-') || dataDir === '') continue
    const why = await whyLeft(dataDir, folder)
    if (why === undefined) continue
    const pid = await runningOn(path.join(folder, 'cluster'))
    findings.push(
      warning(
        'Left folder',
        `${folder} (${await whatItHas(folder)}) has the database of ${dataDir}, which ${why}.`,
        pid === undefined
          ? `If nobody needs it: rm -r '${folder}'`
          : `PostgreSQL still runs on it: if nobody needs it, kill -INT ${pid}, and look again.`,
      ),
    )
  }
  return findings
}

async function whyLeft(dataDir: string, folder: string): Promise<string | undefined> {
  try {
    const pointed = await readFile(path.join(dataDir, POINTER), 'utf8')
    return pointed.trim() === folder ? undefined : 'has another database now'
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    const isThere = await stat(dataDir).catch(() => undefined)
    return isThere ? 'has another database now' : 'is not there'
  }
}

/** @returns the process id of a server on it */
async function runningOn(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 && (await isPostmasterOf(pid, await realpath(cluster))) ? pid : undefined
}

/** The size of a folder, and the day of its database's last checkpoint. */
async function whatItHas(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile()) bytes += (await stat(file).catch(() => undefined))?.size ?? 0
  }
  const used = await stat(path.join(folder, 'cluster', 'global', 'pg_control')).catch(() => undefined)
  return `${size(bytes)}${used ? `, last used on ${used.mtime.toISOString().slice(0, 10)}` : ''}`
}
