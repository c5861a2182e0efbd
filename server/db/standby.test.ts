import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startClinic } from '../../tests/support/clinic.ts'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { placeBinaries } from './embedded/binaries.ts'
import { readPassword } from './embedded/cluster.ts'
import { portalUrl } from './embedded/database.ts'
import { placeHome, SYSTEM_DIR } from './embedded/home.ts'
import { freePort } from './embedded/port.ts'
import { startPostmaster } from './embedded/postmaster.ts'
import { openServerLog } from './embedded/server-log.ts'
import { stoppedDatabase } from './embedded/support.fixture.ts'
import { createPool } from './pool.ts'

const IN_TIME = { timeout: 20_000, interval: 50 }

/** A real one: a copy of a database that recovers until it is promoted. @returns its address */
async function startStandby(): Promise<string> {
  const home = await placeHome(await stoppedDatabase(), SYSTEM_DIR)
  const binaries = await placeBinaries(home.account, home.account ? SYSTEM_DIR : home.folder)
  await writeFile(path.join(home.cluster, 'standby.signal'), '')
  const port = await freePort()
  const serverLog = openServerLog(path.join(home.folder, 'postgres.log'))
  const postmaster = startPostmaster({ home, binaries, port, serverLog, stalePid: undefined })
  onTestFinished(() => postmaster.stop())
  await expect.poll(() => serverLog.tail(), IN_TIME).toContain('ready to accept read-only connections')
  return portalUrl(port, (await readPassword(home.folder)) ?? '')
}

it('a standby is not ready, and a start against it says a sentence', async () => {
  const url = await startStandby()
  const pool = createPool(url)
  const close = () => pool.end()
  await using clinic = await startClinic({ database: { url, pool, close, [Symbol.asyncDispose]: close } })
  expect(await clinic.call('GET', '/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await clinic.book()).toMatchObject({ status: 503, body: { code: 'unavailable' } })

  await using server = startServerProcess({ DATABASE_URL: url })
  expect(await server.exit).toEqual([1, null])
  expect(server.output().trim()).toMatch(/^DATABASE_URL: [^\n]+ takes no changes: it is a standby[^\n]+$/)
})
