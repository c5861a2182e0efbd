import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isRunning } from '../../../build/is-running.ts'
import { StartError } from '../../start-error.ts'
import { waitFor } from './wait-for.ts'

/** `release` may be called more than once. */
export type FolderLock = { release(): void }

const LOCK_FILE = 'enamel.lock'
const OWNER_FILE = 'enamel.pid'
const SQLITE_BUSY = 5

/**
 * Makes this process the only one that uses a folder, until `release` or its end.
 *
 * The lock is the operating system's own (SQLite's exclusive transaction is an fcntl lock), so it is gone the moment
 * its owner is, however it ended: there is no stale lock to recognise, and no process id to be mistaken about. It
 * also holds between containers that share a volume. The empty lock file stays; deleting it while in use would
 * allow a second owner. Nothing else in this process may open that file, since closing it would end the lock.
 *
 * @param purpose what the folder is, for the sentence: 'DATA_DIR'
 * @throws {StartError} naming the other process when there is one, or when the folder can't be written to
 */
export async function lockFolder(folder: string, purpose: string): Promise<FolderLock> {
  const file = path.join(folder, LOCK_FILE)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    // No journal file beside the lock: nothing is ever stored.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw await inUse(folder, purpose)
    throw new StartError(`Enamel cannot write to ${folder} (${purpose}): ${(error as Error).message}.`)
  }
  await writeOwner(folder)
  return { release: () => database.isOpen && database.close() }
}

async function writeOwner(folder: string): Promise<void> {
  const file = path.join(folder, OWNER_FILE)
  const complete = `${file}.${process.pid}`
  await writeFile(complete, `${process.pid}\n`)
  await rename(complete, file)
}

async function inUse(folder: string, purpose: string): Promise<StartError> {
  let owner: number | undefined
  // The owner writes its id just after it got the lock; until then the file names the one before it.
  await waitFor(async () => {
    const pid = Number.parseInt(await readFile(path.join(folder, OWNER_FILE), 'utf8').catch(() => ''), 10)
    owner = pid > 0 && (await isRunning(pid)) ? pid : undefined
    return owner !== undefined
  }, 1000)
  const who = owner === undefined ? 'another process' : `process ${owner}`
  return new StartError(
    `Enamel is already running on ${folder} (${who}); stop it first, or give this one another ${purpose}.`,
  )
}
