import { chmodSync, closeSync, openSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isRunning } from '../../../../build/is-running.ts'
import { StartError } from '../../process/start-error.ts'
import { waitFor } from './wait-for.ts'

/** `release` may be called more than once. */
export type FolderLock = { release(): void }

const LOCK_FILE = 'enamel.lock'
const OWNER_FILE = 'enamel.pid'
const SQLITE_BUSY = 5

/**
 * Gives this process exclusive use of a folder, until `release` or its end. The operating system manages the lock
 * (SQLite's exclusive transaction is an fcntl lock) and drops it when the owner ends, however it ends: there are no
 * stale locks. It also works between containers that share a volume. Never delete the empty lock file, which would
 * allow a second owner, nor open it elsewhere in this process, since closing it would drop the lock.
 * @param purpose names the folder in the message: 'DATA_DIR'
 * @throws {StartError} naming the other process when there is one, or when the folder can't be written to
 */
export async function lockFolder(folder: string, purpose: string): Promise<FolderLock> {
  const file = path.join(folder, LOCK_FILE)
  let database: DatabaseSync | undefined
  try {
    closeLockFile(file)
    database = new DatabaseSync(file, { timeout: 0 })
    // No journal file beside the lock: nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw await inUse(folder, purpose)
    throw new StartError(`Enamel cannot write to ${folder} (${purpose}): ${(error as Error).message}.`)
  }
  await writeOwner(folder)
  return { release: () => database.isOpen && database.close() }
}

/**
 * Mode 0600, since read access to the file is enough to take a lock that keeps Enamel from starting. Created
 * synchronously, as closing would drop another lock of this process.
 */
function closeLockFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  chmodSync(file, 0o600)
}

async function writeOwner(folder: string): Promise<void> {
  const file = path.join(folder, OWNER_FILE)
  const complete = `${file}.${process.pid}`
  await writeFile(complete, `${process.pid}\n`, { mode: 0o600 })
  await rename(complete, file)
}

async function inUse(folder: string, purpose: string): Promise<StartError> {
  let owner: number | undefined
  // The owner writes its id just after locking; until then the file names the previous owner.
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
