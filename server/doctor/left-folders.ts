import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { POINTER, SYSTEM_DIR } from '../db/embedded/home.ts'
import { type Finding, warning } from './finding.ts'

/**
 * Databases outside their DATA_DIR (server/db/embedded/home.ts) whose DATA_DIR is gone or has another: nothing deletes them,
 * since a folder that is gone may come back.
 */
export async function checkLeftFolders(systemDir = SYSTEM_DIR): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const name of await readdir(systemDir).catch(() => [])) {
    const folder = path.join(systemDir, name)
    const dataDir = (await readFile(path.join(folder, 'belongs-to.txt'), 'utf8').catch(() => '')).trim()
    if (!name.startsWith('data-') || dataDir === '') continue
    const pointed = await readFile(path.join(dataDir, POINTER), 'utf8').catch(() => '')
    if (pointed.trim() === folder) continue
    const isThere = await stat(dataDir).catch(() => undefined)
    const why = isThere ? `${dataDir}, which has another database now` : `${dataDir}, which is not there`
    findings.push(
      warning(
        'Left folder',
        `${folder} has the database of ${why}.`,
        `If nobody needs it: rm -r '${folder}'`,
      ),
    )
  }
  return findings
}
