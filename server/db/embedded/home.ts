import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../start-error.ts'
import { type Account, databaseAccount } from './account.ts'
import { closedFolder } from './reach.ts'

export type Home = {
  /** The folder of everything below; usually `<DATA_DIR>/postgres`. */
  folder: string
  cluster: string
  /** The user of PostgreSQL; `undefined`: the one that Enamel runs as. */
  account: Account | undefined
  /** Why the folder is not below DATA_DIR, for the log; `undefined`: it is. */
  movedBecause: string | undefined
}

/** File in DATA_DIR with the path of data that can't lie in DATA_DIR itself. */
export const POINTER = 'postgres-location.txt'
/** Where programs and data lie that the database's user cannot reach in the checkout or DATA_DIR. */
export const SYSTEM_DIR = '/var/lib/enamel'

/**
 * Chooses and creates the data folder: `<dataDir>/postgres`, unless Enamel runs as root and PostgreSQL's user
 * can't reach that. Then it is below `systemDir`, and the pointer file in DATA_DIR records it. Existing
 * folders keep their permissions.
 * @throws {StartError} when existing data can't be reached: an empty database elsewhere would look like lost
 * appointments
 */
export async function placeHome(dataDir: string, systemDir: string): Promise<Home> {
  const pointer = path.join(dataDir, POINTER)
  const elsewhere = await readFile(pointer, 'utf8').catch(() => undefined)
  if (elsewhere !== undefined) return moved(elsewhere, pointer, `${pointer} says so`)

  const folder = path.join(dataDir, 'postgres')
  const cluster = path.join(folder, 'cluster')
  const account = await databaseAccount(cluster)
  const closed = await closedFolder(dataDir, account)
  if (closed === undefined) {
    // Just created here, so safe to open: the umask may exclude the database's user.
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, account ? 0o755 : 0o700)
    await refuseForeign(cluster)
    const blocked = await closedFolder(folder, account)
    if (blocked)
      throw new StartError(`The database's user cannot enter ${blocked}; allow it with: chmod a+x ${blocked}`)
    return { folder, cluster, account, movedBecause: undefined }
  }
  if (await stat(cluster).catch(() => undefined)) {
    throw new StartError(
      `The database in ${cluster} belongs to a user who cannot enter ${closed}; ` +
        'move DATA_DIR out of that folder, or start Enamel as that user.',
    )
  }
  const chosen = path.join(systemDir, `data-${randomBytes(6).toString('hex')}`)
  try {
    const made = await mkdir(chosen, { recursive: true })
    // Created here, so safe to open whatever the umask: the user must reach the data, which stay closed.
    for (let folder = chosen; made && folder.length >= made.length; folder = path.dirname(folder)) {
      await chmod(folder, 0o755)
    }
  } catch (error) {
    throw new StartError(
      `The database's user cannot enter ${closed}, and no folder outside it could be made: ${(error as Error).message}.`,
    )
  }
  await writeFile(path.join(chosen, 'belongs-to.txt'), `${dataDir}\n`)
  await writeFile(`${pointer}.new`, `${chosen}\n`)
  await rename(`${pointer}.new`, pointer)
  return moved(chosen, pointer, `the database's user cannot enter ${closed}`)
}

/** The data folder of a DATA_DIR; it need not exist. */
export async function homeFolder(dataDir: string): Promise<string> {
  const elsewhere = await readFile(path.join(dataDir, POINTER), 'utf8').catch(() => '')
  return elsewhere.trim() || path.join(dataDir, 'postgres')
}

/** Deletes a home outside DATA_DIR and its pointer, for databases that are no longer needed. */
export async function removeMovedHome(home: Home, dataDir: string): Promise<void> {
  if (home.movedBecause === undefined) return
  await rm(home.folder, { recursive: true, force: true })
  await rm(path.join(dataDir, POINTER), { force: true })
}

async function moved(pointed: string, pointer: string, because: string): Promise<Home> {
  const folder = pointed.trim()
  if (!path.isAbsolute(folder) || !(await stat(folder).catch(() => undefined))) {
    throw new StartError(
      `${pointer} says that the database lies in ${folder || 'no folder at all'}, which is not there; ` +
        'bring it back, or delete that file to begin with an empty database.',
    )
  }
  const cluster = path.join(folder, 'cluster')
  await refuseForeign(cluster)
  const account = await databaseAccount(cluster)
  const closed = await closedFolder(folder, account)
  if (closed)
    throw new StartError(`The database's user cannot enter ${closed}, where ${pointer} says the data lie.`)
  return { folder, cluster, account, movedBecause: because }
}

/** Without root, only data created by the same user can be used. */
async function refuseForeign(cluster: string): Promise<void> {
  const me = process.getuid?.()
  const owner = (await stat(cluster).catch(() => undefined))?.uid
  if (me === undefined || me === 0 || owner === undefined || owner === me) return
  throw new StartError(
    `The database in ${cluster} belongs to another user (id ${owner}); start Enamel as root or as that user, as before.`,
  )
}
