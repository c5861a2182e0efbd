import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../process/start-error.ts'
import { type Account, databaseAccount } from './account.ts'
import { closedFolder } from './reach.ts'

export type Home = {
  /** The folder of everything below; usually `<DATA_DIR>/postgres`. */
  folder: string
  cluster: string
  /** The user of PostgreSQL; `undefined`: the one that Enamel runs as. */
  account: Account | undefined
  /** Reason why the folder is not below DATA_DIR, for the log; `undefined`: it is. */
  movedBecause: string | undefined
}

/** File in DATA_DIR with the path of data that can't lie in DATA_DIR itself. */
export const POINTER = 'postgres-location.txt'
/** Place of programs and data that the database's user cannot reach in the checkout or DATA_DIR. */
export const SYSTEM_DIR = '/var/lib/enamel'

/**
 * Chooses and creates the data folder: `<dataDir>/postgres`, unless Enamel runs as root and PostgreSQL's user
 * can't reach that. Then it is below `systemDir`, and the pointer file in DATA_DIR records it. No existing
 * folder is opened to others.
 * @throws {StartError} when existing data can't be reached: an empty database elsewhere would look like lost
 * appointments
 */
export async function placeHome(dataDir: string, systemDir: string): Promise<Home> {
  const pointer = path.join(dataDir, POINTER)
  const elsewhere = await readFile(pointer, 'utf8').catch(() => undefined)
  if (elsewhere !== undefined) return moved(elsewhere, dataDir, `${pointer} says so`)

  const folder = path.join(dataDir, 'postgres')
  const cluster = path.join(folder, 'cluster')
  const account = await databaseAccount(cluster)
  const closed = await closedFolder(dataDir, account)
  if (closed === undefined) {
    await makeFolder(folder)
    await refuseForeign(folder, dataDir)
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
    await makeFolder(chosen)
  } catch (error) {
    throw new StartError(
      `The database's user cannot enter ${closed}, and no folder outside it could be made: ${(error as Error).message}.`,
    )
  }
  await writeFile(path.join(chosen, 'belongs-to.txt'), `${dataDir}\n`, { mode: 0o600 })
  await writeFile(`${pointer}.new`, `${chosen}\n`, { mode: 0o600 })
  await rename(`${pointer}.new`, pointer)
  return moved(chosen, dataDir, `the database's user cannot enter ${closed}`)
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

async function moved(pointed: string, dataDir: string, because: string): Promise<Home> {
  const folder = pointed.trim()
  const pointer = path.join(dataDir, POINTER)
  if (!path.isAbsolute(folder) || !(await stat(folder).catch(() => undefined))) {
    throw new StartError(
      `${pointer} says that the database lies in ${folder || 'no folder at all'}, which is not there; ` +
        'bring it back, or delete that file to begin with an empty database.',
    )
  }
  const cluster = path.join(folder, 'cluster')
  await refuseForeign(folder, dataDir)
  const account = await databaseAccount(cluster)
  const closed = await closedFolder(folder, account)
  if (closed)
    throw new StartError(`The database's user cannot enter ${closed}, where ${pointer} says the data lie.`)
  return { folder, cluster, account, movedBecause: because }
}

/**
 * Refuses data of another user: without root they can't be used, and in a world-writable DATA_DIR another user may have
 * put a database of their own.
 * @throws {StartError} also when this user may not enter the folder
 */
export async function refuseForeign(folder: string, dataDir: string): Promise<void> {
  const me = process.getuid?.()
  const cluster = path.join(folder, 'cluster')
  const [place, its, data] = await Promise.all([dataDir, folder, cluster].map(statOf))
  if (me !== 0 && data !== undefined && data.uid !== me) throw foreign(cluster, data)
  const mayBePlanted = place !== undefined && (place.mode & 0o002) !== 0
  if (mayBePlanted && its !== undefined && ![0, me, place.uid].includes(its.uid)) throw foreign(cluster, its)
}

const foreign = (cluster: string, { uid }: Stats) =>
  new StartError(
    `The database in ${cluster} belongs to another user (id ${uid}); start Enamel as root or as that user, as before.`,
  )

/** @returns undefined when it is not there */
async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return undefined
    throw new StartError(`${path.dirname(file)} belongs to another user; run this as root or as that user.`)
  }
}

/** The database's user has to pass through, when that is not the one that Enamel runs as. */
const MODE = process.getuid?.() === 0 ? 0o711 : 0o700

/** Creates a folder with all missing ones above it, whatever the umask; existing ones stay as they are. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: MODE })
  for (let each = folder; made && each.length >= made.length; each = path.dirname(each)) {
    await chmod(each, MODE)
  }
}

/**
 * Takes rights of others from a folder of an earlier version, which left them. Not from one that all users share, such as
 * /tmp, nor where that takes another user.
 */
export async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  const isShared = (mode & 0o1000) !== 0
  const isClosed = (mode & 0o777 & ~MODE) === 0
  if (isShared || isClosed) return
  await chmod(folder, mode & (0o7000 | MODE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}
