import { randomBytes } from 'node:crypto'
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../process/start-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { runProgram } from './programs.ts'
import { ACCESS, ACCESS_FILE, INCLUDE_SETTINGS, SETTINGS_FILE, settings } from './settings.ts'

/** PostgreSQL's superuser, for setup only; the portal uses a less privileged user. */
export const SUPERUSER = 'postgres'

const UNFINISHED = 'unfinished-'

/** Files of earlier versions, which reached the database by TCP. */
const FORMER_FILES = ['password', 'port']

/**
 * Ensures the data directory, its access rights, and the current settings. The caller holds the folder's lock, with no
 * server running.
 * @throws {StartError} when the data are of another major version or can't be created
 */
export async function prepareCluster(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  await removeUnfinished(home.folder)
  const version = await readFile(path.join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && Number(version) !== binaries.major) {
    throw new StartError(
      `The database in ${home.cluster} was made by PostgreSQL ${version.trim()}, and this Enamel brings ${binaries.major}.`,
    )
  }
  if (version === undefined) await create(home, binaries, durable)
  await chmod(home.cluster, 0o700)
  for (const name of FORMER_FILES) await rm(path.join(home.folder, name), { force: true })
  await replaceFile(path.join(home.cluster, SETTINGS_FILE), settings(durable), home.account)
  await replaceFile(path.join(home.cluster, ACCESS_FILE), ACCESS, home.account)
}

/**
 * Runs `initdb` under another name, then renames: an interrupted one never looks like a database, and the
 * next start deletes it.
 */
async function create(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  const workshop = path.join(home.folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  const cluster = path.join(workshop, 'cluster')
  try {
    await mkdir(workshop, { mode: 0o700 })
    if (home.account) await chown(workshop, home.account.uid, home.account.gid)
    // The builtin locale sorts and compares the same on every machine, whatever locales are installed there.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    // The generated file is unused (ACCESS_FILE); it admits no one.
    const access = [`--username=${SUPERUSER}`, '--auth=reject']
    const args = [`--pgdata=${cluster}`, ...access, ...locale, ...(durable ? [] : ['--no-sync'])]
    await runProgram(binaries.initdb, args, home.account)
    await appendFile(path.join(cluster, 'postgresql.conf'), INCLUDE_SETTINGS)
    await rename(cluster, home.cluster)
    if (durable) await flush(home.folder)
  } catch (error) {
    throw new StartError(`The database could not be made in ${home.folder}: ${(error as Error).message}`)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue
    // An initdb whose parent was killed may still write there; the next start deletes those files.
    await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

async function replaceFile(file: string, text: string, account: Account | undefined): Promise<void> {
  const complete = `${file}.new`
  await rm(complete, { force: true })
  // 'wx' never writes through a link that someone else has put there.
  await writeFile(complete, text, { mode: 0o600, flag: 'wx', flush: true })
  if (account) await chown(complete, account.uid, account.gid)
  await rename(complete, file)
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
