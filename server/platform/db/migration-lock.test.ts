import { expect, it, onTestFinished } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { openSilentLine } from '../../../tests/support/silent-line.ts'
import { StartError } from '../process/start-error.ts'
import { underMigrationLock } from './migration-lock.ts'
import { createSetupPool } from './pool.ts'

function setupPool({ url }: Pick<TestDatabase, 'url'>) {
  const pool = createSetupPool(url)
  onTestFinished(() => pool.end())
  return pool
}

it('the migration lock admits one server at a time, and the waiting one says why it waits', async () => {
  await using database = await testDatabase()
  const order: string[] = []
  let finish = () => {}
  const first = underMigrationLock(setupPool(database), async () => {
    order.push('first begins')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    order.push('first ends')
  })
  await expect.poll(() => order.length).toBe(1)
  const said = new Promise<string>((resolve) => {
    void underMigrationLock(setupPool(database), async () => void order.push('second'), {
      waiting: resolve,
      sayEveryMs: 250,
    })
  })
  expect(await said).toContain('Another process of Enamel updates the tables')
  finish()
  await first
  await expect.poll(() => order).toEqual(['first begins', 'first ends', 'second'])
})

it('a migration on a silent database is given up with a message', async () => {
  await using database = await testDatabase()
  await using line = await openSilentLine(database.url)
  const failed = underMigrationLock(
    setupPool(line),
    async (client) => {
      line.goSilent()
      // Without the watch it would never be noticed.
      await client.query('SELECT 1')
    },
    { watchEveryMs: 100 },
  ).catch((error: unknown) => error)
  expect(await failed).toBeInstanceOf(StartError)
})
