import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { DOCS_FOLDER, OTHER_DOCUMENTS } from './documents.ts'

/** Everything that the built page depends on, relative to the project. A missing one counts as empty. */
export const INPUTS: readonly string[] = [
  'src',
  'seal',
  'sw',
  'domain',
  'contract',
  'public',
  'build',
  'scripts/build.ts',
  'scripts/build',
  // The precache depends on the headers with which the pages are served.
  'server/operations/web/security-headers.ts',
  // Escapes what is written into pages.
  'server/platform/text/text.ts',
  'index.html',
  'vite.config.ts',
  'clinic.config.ts',
  'package-lock.json',
  // Served at /docs.
  DOCS_FOLDER,
  ...Object.keys(OTHER_DOCUMENTS),
]
const SETTINGS = ['PORTAL_TOKEN', 'VITE_API_BASE_URL']

/**
 * One hash over all that the page is built from, in files and settings: the build is out of date
 * exactly when it differs. Tests are no part of it.
 */
export async function inputsHash(root: string, env: Record<string, string | undefined>): Promise<string> {
  const files = (await Promise.all(INPUTS.map((name) => filesUnder(root, name)))).flat().sort()
  const hash = createHash('sha256')
  // One after the other: all at once are more than a container may have open.
  for (const file of files) {
    const content = await readFile(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  for (const name of SETTINGS) hash.update(`${name}=${env[name]?.trim() ?? ''}\0`)
  return hash.digest('hex')
}

/** All files at or under a path, relative to the root and with forward slashes. */
async function filesUnder(root: string, name: string): Promise<string[]> {
  const full = path.join(root, name)
  const found = await stat(full).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [name]
  const entries = await readdir(full, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}
