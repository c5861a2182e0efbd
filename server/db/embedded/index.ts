import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../start-error.ts'
import { placeBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { prepareDatabase } from './database.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { type Home, placeHome, removeMovedHome, SYSTEM_DIR } from './home.ts'
import { clearLeftovers } from './leftovers.ts'
import { freePort, isFree, rememberedPort, rememberPort } from './port.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { openServerLog } from './server-log.ts'
import type { StartLog } from './start-log.ts'
import { watch } from './watch.ts'

export type EmbeddedPostgresOptions = {
  /**
   * DATA_DIR, created when missing. The database lies in its folder `postgres`, or where a file in it points.
   */
  dataDir: string
  log: StartLog
  /**
   * False only for tests: faster, but a power cut, or `stop` when the data lie outside DATA_DIR, loses
   * everything.
   */
  durable?: boolean
  /** For programs and data that the database's user can't reach in the checkout or DATA_DIR. */
  systemDir?: string
}

export type EmbeddedPostgres = {
  /** With the password; stays the same across restarts. */
  url: string
  /** Absolute path of the data. */
  folder: string
  pid(): number | undefined
  /**
   * Stops the server within 4 s, open connections or not, and unlocks DATA_DIR. Further calls wait for the
   * same end.
   */
  stop(): Promise<void>
}

const START_TRIES = 5

/**
 * Starts the PostgreSQL that comes with npm, reachable from this machine only, and restarts it on the same
 * port when it dies. Cleans up after a kill; under root it runs as another user. docs/operations.md describes
 * the files.
 * @throws {StartError} when another process uses `dataDir`, or the start fails
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, systemDir = SYSTEM_DIR } = options
  const dataDir = await madeFolder(options.dataDir)
  const locks: FolderLock[] = [await lockFolder(dataDir, 'DATA_DIR')]
  const unlock = () => {
    for (const lock of locks.toReversed()) lock.release()
  }
  try {
    const home = await placeHome(dataDir, systemDir)
    // A copied DATA_DIR points to the same data as its original, and has another lock.
    if (home.movedBecause !== undefined) locks.push(await lockFolder(home.folder, 'DATA_DIR'))
    const binaries = await placeBinaries(home.account, home.account ? systemDir : home.folder)
    for (const [what, because] of [
      [home.folder, home.movedBecause],
      [binaries.postgres, binaries.copiedBecause],
    ]) {
      if (because !== undefined)
        log.info({ path: what, because }, 'part of the database lies outside its usual place')
    }

    const serverLog = openServerLog(path.join(home.folder, 'postgres.log'))
    const startOn = async (port: number): Promise<Postmaster> => {
      const stalePid = await clearLeftovers(home.cluster, log)
      return startPostmaster({ home, binaries, port, serverLog, stalePid })
    }

    await clearLeftovers(home.cluster, log)
    const password = await prepareCluster(home, binaries, durable)
    const { port, postmaster } = await startSomewhere(home, startOn)
    let url: string
    try {
      url = await prepareDatabase(port, password)
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    const watched = watch(postmaster, () => startOn(port), log)

    const stop = async () => {
      await watched.stop()
      if (!durable) await removeMovedHome(home, dataDir)
      unlock()
    }
    let stopped: Promise<void> | undefined
    return {
      url,
      folder: home.folder,
      pid: watched.pid,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function madeFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    return await realpath(dataDir)
  } catch (error) {
    throw new StartError(`DATA_DIR (${dataDir}) cannot be made or entered: ${(error as Error).message}.`)
  }
}

/** Prefers the last port, else any; between checking and listening another program may take the port. */
async function startSomewhere(
  home: Home,
  startOn: (port: number) => Promise<Postmaster>,
): Promise<{ port: number; postmaster: Postmaster }> {
  const remembered = await rememberedPort(home.folder)
  let port = remembered !== undefined && (await isFree(remembered)) ? remembered : await freePort()
  for (let tries = 1; ; tries += 1) {
    const postmaster = await startOn(port)
    try {
      await postmaster.ready
      if (port !== remembered) await rememberPort(home.folder, port)
      return { port, postmaster }
    } catch (error) {
      await postmaster.stop()
      if (tries === START_TRIES || (await isFree(port))) throw error
      port = await freePort()
    }
  }
}
