import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { StartError } from '../../process/start-error.ts'
import { placeBinaries } from './binaries.ts'
import { prepareCluster, SUPERUSER } from './cluster.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { closeToOthers, makeFolder, placeHome, removeMovedHome, SYSTEM_DIR } from './home.ts'
import { clearLeftovers } from './leftovers.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { openServerLog } from './server-log.ts'
import { socketUrl } from './socket.ts'
import type { StartLog } from './start-log.ts'

export type EmbeddedPostgresOptions = {
  /** DATA_DIR, created when missing. The database is in its folder `postgres`, or where a file in it points. */
  dataDir: string
  log: StartLog
  /** False only for tests: faster, but a power cut, or `stop` when the data are outside DATA_DIR, loses everything. */
  durable?: boolean
  /** Folder for programs and data that the database's user can't reach in the checkout or DATA_DIR. */
  systemDir?: string
}

export type EmbeddedPostgres = {
  /** Stays the same while this process runs, restarts of the server included. */
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

/**
 * Starts the PostgreSQL that comes with npm, reachable through a socket in its data directory only, and restarts
 * it when it dies. Cleans up after a kill; under root it runs as another user. docs/operations.md describes
 * the files.
 * @throws {StartError} when another process uses `dataDir`, or the start fails
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, systemDir = SYSTEM_DIR } = options
  if (process.platform === 'win32') {
    throw new StartError(
      'The embedded database is for Linux and macOS, where a folder can be closed to other users; set DATABASE_URL.',
    )
  }
  const dataDir = await madeFolder(options.dataDir)
  const locks: FolderLock[] = [await lockFolder(dataDir, 'DATA_DIR')]
  const unlock = () => {
    for (const lock of locks.toReversed()) lock.release()
  }
  try {
    const home = await placeHome(dataDir, systemDir)
    for (const folder of [dataDir, home.folder]) await closeToOthers(folder)
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
    const startServer = async (): Promise<Postmaster> => {
      const stalePid = await clearLeftovers(home.cluster, log)
      return startPostmaster({ home, binaries, serverLog, stalePid })
    }

    await clearLeftovers(home.cluster, log)
    await prepareCluster(home, binaries, durable)
    const postmaster = await startServer()
    let url: string
    try {
      await postmaster.ready
      url = await prepareDatabase(home.cluster)
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    const watched = watch(postmaster, startServer, log)

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
    await makeFolder(dataDir)
    return await realpath(dataDir)
  } catch (error) {
    throw new StartError(`DATA_DIR (${dataDir}) cannot be made or entered: ${(error as Error).message}.`)
  }
}

/** Names both the database and its owner. */
const NAME = 'enamel'

/**
 * Creates the portal's user and database when missing. The user may create databases (tests copy one) but is
 * no superuser, so that a hole in a statement does not reach the machine's files.
 * @returns the database's address
 */
export async function prepareDatabase(cluster: string): Promise<string> {
  const client = new Client({ connectionString: socketUrl(cluster, SUPERUSER, 'postgres') })
  await client.connect()
  try {
    const name = escapeIdentifier(NAME)
    const users = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME])
    if (users.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN CREATEDB`)
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
  } finally {
    await client.end()
  }
  return socketUrl(cluster)
}

/**
 * Milliseconds before a restart, doubled after each that failed or didn't last. The backoff stays short: a
 * restart costs little, and one that failed for lack of disk space must work as soon as there is some.
 */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 1_600
const STEADY_AFTER_MS = 5_000

export type Watched = {
  /** Of the current server, or the last one. */
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * Restarts the server whenever it ends by itself, until `stop`.
 * @param startAgain must use the same address, so that pools reconnect
 */
export function watch(first: Postmaster, startAgain: () => Promise<Postmaster>, log: StartLog): Watched {
  const stopping = new AbortController()
  let current = first

  const loop = async () => {
    let wait = FIRST_WAIT_MS
    let steadyAt = performance.now() + STEADY_AFTER_MS
    while (true) {
      const how = await current.ended
      if (stopping.signal.aborted) return
      if (performance.now() > steadyAt) wait = FIRST_WAIT_MS
      steadyAt = Number.POSITIVE_INFINITY
      log.error({ how, inMs: wait }, 'the database server ended by itself; starting it again')
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      try {
        current = await startAgain()
        if (stopping.signal.aborted) return await current.stop()
        await current.ready
        steadyAt = performance.now() + STEADY_AFTER_MS
        log.info({ pid: current.pid }, 'the database server runs again')
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'the database server could not be started again')
      }
    }
  }
  const over = loop()

  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort()
      await current.stop()
      await over
    },
  }
}
