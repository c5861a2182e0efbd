import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { placeBinaries } from './binaries.ts'
import { readPassword, SUPERUSER } from './cluster.ts'
import { portalUrl } from './database.ts'
import { placeHome, SYSTEM_DIR } from './home.ts'
import { ADDRESS, freePort } from './port.ts'
import { startPostmaster } from './postmaster.ts'
import { openServerLog } from './server-log.ts'
import { start, stoppedDatabase } from './support.fixture.ts'

const IN_TIME = { timeout: 20_000, interval: 50 }

/** The portal's address, and the superuser's. */
export type Started = { url: string; superuserUrl: string }

/**
 * A real standby: a copy of a database that recovers until it is promoted.
 * @param primaryPort whom it follows; undefined: nobody
 */
export async function startStandby(primaryPort?: number, settings = ''): Promise<Started> {
  const home = await placeHome(await stoppedDatabase(), SYSTEM_DIR)
  const binaries = await placeBinaries(home.account, home.account ? SYSTEM_DIR : home.folder)
  const password = (await readPassword(home.folder)) ?? ''
  await writeFile(path.join(home.cluster, 'standby.signal'), '')
  const follows =
    primaryPort &&
    `primary_conninfo = 'host=${ADDRESS} port=${primaryPort} user=${SUPERUSER} password=${password}'\n`
  await appendFile(path.join(home.cluster, 'postgresql.conf'), `\n${follows ?? ''}${settings}\n`)
  const port = await freePort()
  const serverLog = openServerLog(path.join(home.folder, 'postgres.log'))
  const postmaster = startPostmaster({ home, binaries, port, serverLog, stalePid: undefined })
  onTestFinished(() => postmaster.stop())
  await expect.poll(() => serverLog.tail(), IN_TIME).toContain('ready to accept read-only connections')
  return { url: portalUrl(port, password), superuserUrl: superuserUrl(port, password) }
}

/** Started before its standby, from the same copy. */
export async function startPrimary(): Promise<Started & { port: number; stop(): Promise<void> }> {
  const { url, folder, stop } = await start(await stoppedDatabase())
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim()
  const port = Number(new URL(url).port)
  return { url, superuserUrl: superuserUrl(port, password), port, stop }
}

const superuserUrl = (port: number, password: string) =>
  `postgres://${SUPERUSER}:${password}@${ADDRESS}:${port}/enamel`
