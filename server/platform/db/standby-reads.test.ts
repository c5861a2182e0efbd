import { expect, it, onTestFinished } from 'vitest'
import { PORTAL_TOKEN, startClinic } from '../../../tests/support/clinic.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { openSilentLine } from '../../../tests/support/silent-line.ts'
import { createPool } from './pool.ts'
import { type StandbyReads, standbyReads } from './standby-reads.ts'

/** Reads of a second pool on the same database: only the caller's marks tell what a standby has. */
async function twoPools() {
  const database = await testDatabase()
  const line = await openSilentLine(database.url)
  const standby = createPool(line.url, 2, { standby: true, name: 'standby' })
  const reads = standbyReads({ primary: database.pool, standby, log: capturedLog().log, lookEveryMs: 20 })
  onTestFinished(async () => {
    await reads.close()
    await line[Symbol.asyncDispose]()
  })
  const isFromStandby = async (caller: string) =>
    (await reads.for(caller).query('SHOW application_name')).rows[0].application_name === 'standby'
  return { database, line, reads, isFromStandby }
}

it('reads come from the standby once it has caught up, and from the primary for a caller who just wrote', async () => {
  const { database, reads, isFromStandby } = await twoPools()
  await using _ = database
  expect(await isFromStandby('ada')).toBe(false)
  await expect.poll(() => isFromStandby('ada')).toBe(true)
  reads.noteWrite('ada')
  expect(await isFromStandby('ada')).toBe(false)
  expect(await isFromStandby('obi')).toBe(true)
  await expect.poll(() => isFromStandby('ada')).toBe(true)
})

it('reads fall back to the primary in the middle of a query, and for all until the standby is back', async () => {
  const { database, line, reads, isFromStandby } = await twoPools()
  await using _ = database
  await expect.poll(() => isFromStandby('ada')).toBe(true)
  const reader = reads.for('ada')
  line.cutNext(1_000)
  expect((await reader.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  expect(await isFromStandby('ada')).toBe(false)
  line.cutNext(0)
  await expect.poll(() => isFromStandby('ada')).toBe(true)
})

it('the standby serves availability to its caller, and is invalidated by a booking but not by a list', async () => {
  const database = await testDatabase()
  const heard: string[] = []
  const reads: StandbyReads = {
    for(caller) {
      heard.push(`reads ${caller}`)
      return database.pool
    },
    noteWrite: (caller) => void heard.push(`wrote ${caller}`),
    close: async () => {},
  }
  await using clinic = await startClinic({ database, reads })
  const { bearer } = await clinic.signedIn()
  await clinic.call('GET', '/api/availability?location=fct&from=2030-03-05&to=2030-03-05')
  await clinic.book()
  await clinic.call('POST', '/api/appointments/fct', {}, bearer)
  const ada = `Bearer ${PORTAL_TOKEN} 10.0.0.1`
  expect(heard).toEqual([`reads ${ada}`, `wrote ${ada}`])
})
