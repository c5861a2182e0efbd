import { randomBytes } from 'node:crypto'
import { appendFile, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../start-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { runProgram } from './programs.ts'
import { INCLUDE_SETTINGS, SETTINGS_FILE, settings } from './settings.ts'

/** PostgreSQL's superuser, for setup only; the portal uses a less privileged user. */
export const SUPERUSER = 'postgres'

const UNFINISHED = 'unfinished-'

/**
 * Ensures the data directory, its password file (mode 0600) and the current settings. The caller holds the
 * folder's lock, with no server running.
 * @returns the password of the database's users
 * @throws {StartError} when the data are of another major version or can't be created
 */
export async function prepareCluster(home: Home, binaries: Binaries, durable: boolean): Promise<string> {
  await removeUnfinished(home.folder)
  const version = await readFile(path.join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && Number(version) !== binaries.major) {
    throw new StartError(
      `The database in ${home.cluster} was made by PostgreSQL ${version.trim()}, and this Enamel brings ${binaries.major}.`,
    )
  }
  const known = await readPassword(home.folder)
  const password = known ?? (await makePassword(home))
  if (version === undefined) await create(home, binaries, password, durable)
  else if (known === undefined) await setPassword(home, binaries, password)
  await replaceFile(path.join(home.cluster, SETTINGS_FILE), settings(durable), home.account)
  return password
}

/**
 * Runs `initdb` under another name, then renames: an interrupted one never looks like a database, and the
 * next start deletes it.
 */
async function create(home: Home, binaries: Binaries, password: string, durable: boolean): Promise<void> {
  const workshop = path.join(home.folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  const cluster = path.join(workshop, 'cluster')
  const passwordFile = path.join(workshop, 'password')
  try {
    await mkdir(workshop, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (home.account) {
      await chown(workshop, home.account.uid, home.account.gid)
      await chown(passwordFile, home.account.uid, home.account.gid)
    }
    // The builtin locale sorts and compares the same on every machine, whatever locales are installed there.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
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
    // An initdb whose parent was killed may still write there; the next start deletes what it adds.
    await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

const passwordFile = (folder: string) => path.join(folder, 'password')

/** @returns undefined when none was made yet */
export async function readPassword(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(folder), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`The database's password cannot be read: ${(error as Error).message}`)
  }
}

async function makePassword(home: Home): Promise<string> {
  const password = randomBytes(32).toString('hex')
  await replaceFile(passwordFile(home.folder), `${password}\n`, undefined)
  return password
}

/** For data whose password file was lost: the owner of the data may set another, with no server running. */
async function setPassword(home: Home, binaries: Binaries, password: string): Promise<void> {
  const input = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`
  try {
    await runProgram(binaries.postgres, ['--single', '-D', home.cluster, 'postgres'], home.account, { input })
  } catch (error) {
    await rm(passwordFile(home.folder), { force: true })
    throw new StartError(
      `The database's password is lost and could not be set anew: ${(error as Error).message}`,
    )
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
