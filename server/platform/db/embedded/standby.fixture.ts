import { appendFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { placeBinaries } from './binaries.ts'
import { SUPERUSER } from './cluster.ts'
import { placeHome, SYSTEM_DIR } from './home.ts'
import { startPostmaster } from './postmaster.ts'
import { openServerLog } from './server-log.ts'
import { PORT, socketUrl } from './socket.ts'
import { start, stoppedDatabase } from './support.fixture.ts'

/** The portal's address, and the superuser's. */
export type Started = { url: string; superuserUrl: string }

/**
 * A real standby: a copy of a database that recovers until it is promoted.
 * @param primary the data directory of its primary; undefined: none
 */
export async function startStandby(primary?: string, settings = ''): Promise<Started> {
  const home = await placeHome(await stoppedDatabase(), SYSTEM_DIR)
  const binaries = await placeBinaries(home.account, home.account ? SYSTEM_DIR : home.folder)
  await writeFile(path.join(home.cluster, 'standby.signal'), '')
  const follows = primary && `primary_conninfo = 'host=${primary} port=${PORT} user=${SUPERUSER}'\n`
  await appendFile(path.join(home.cluster, 'postgresql.conf'), `\n${follows ?? ''}${settings}\n`)
  const serverLog = openServerLog(path.join(home.folder, 'postgres.log'))
  const postmaster = startPostmaster({ home, binaries, serverLog, stalePid: undefined })
  onTestFinished(() => postmaster.stop())
  await expect.poll(() => serverLog.tail()).toContain('ready to accept read-only connections')
  return addressesOf(home.cluster)
}

/** Started before its standby, from the same copy. */
export async function startPrimary(
  settings = '',
): Promise<Started & { cluster: string; stop(): Promise<void> }> {
  const dataDir = await stoppedDatabase()
  const home = await placeHome(dataDir, SYSTEM_DIR)
  await appendFile(path.join(home.cluster, 'postgresql.conf'), `\n${settings}\n`)
  const { folder, stop } = await start(dataDir)
  const cluster = path.join(folder, 'cluster')
  return { ...addressesOf(cluster), cluster, stop }
}

const addressesOf = (cluster: string): Started => ({
  url: socketUrl(cluster),
  superuserUrl: socketUrl(cluster, SUPERUSER),
})
