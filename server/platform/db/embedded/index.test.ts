import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clearLeftovers } from './leftovers.ts'
import {
  busySession,
  query,
  rememberingLog,
  start,
  stoppedDatabase,
  temporaryFolder,
} from './support.fixture.ts'

describe('the embedded PostgreSQL', () => {
  it('creates a UTF-8 database in UTC, owned by a user who is no superuser, and writes every commit to disk when told to', async () => {
    const { url } = await start(await temporaryFolder(), { durable: true })
    const [row] = await query(
      url,
      `SELECT current_database() AS database, current_user AS user,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
              current_setting('server_encoding') AS encoding, current_setting('timezone') AS timezone,
              lower('ÀÉ') AS lower, 'Zoe' < 'ada' AS by_code_point,
              current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')
                AS durable`,
    )
    expect(row).toEqual({
      database: 'enamel',
      user: 'enamel',
      superuser: false,
      encoding: 'UTF8',
      timezone: 'UTC',
      lower: 'àé',
      by_code_point: true,
      durable: 'ononon',
    })
  })

  it('has the extensions for bookings without a superuser, and logs nothing that people typed', async () => {
    const { url, folder } = await start(await stoppedDatabase())
    await query(url, 'CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm')
    expect(await query(url, 'SELECT extname FROM pg_extension ORDER BY 1')).toContainEqual({
      extname: 'btree_gist',
    })

    await query(url, 'CREATE TABLE patients (email text PRIMARY KEY)')
    const pool = new pg.Pool({ connectionString: url })
    // A pool has ended while its last connections still close; the server may stop before them.
    pool.on('error', () => undefined)
    onTestFinished(() => pool.end())
    const insert = () => pool.query('INSERT INTO patients VALUES ($1)', ['secret@example.com'])
    await insert()
    await expect(insert()).rejects.toMatchObject({ code: '23505' })
    await expect(pool.query("SELECT 'secret@example.com' FROM nowhere")).rejects.toMatchObject({
      code: '42P01',
    })
    const log = await readFile(path.join(folder, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('secret')
  })

  it('refuses data of another PostgreSQL version and leaves them alone', async () => {
    const dataDir = await stoppedDatabase()
    const folder = path.join(dataDir, 'postgres')
    await writeFile(path.join(folder, 'cluster', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 17, and this Enamel brings 18/)
    await writeFile(path.join(folder, 'cluster', 'PG_VERSION'), '18\n')
    await start(dataDir)
  })

  it('stops in the middle of a query, frees DATA_DIR, and restarts with its data on the same address', async () => {
    const dataDir = await stoppedDatabase()
    const { url, stop } = await start(dataDir)
    const busy = await busySession(url)
    await Promise.all([stop(), stop()])
    expect(await busy.over).toBeInstanceOf(Error)
    expect(await clearLeftovers(path.join(dataDir, 'postgres', 'cluster'), rememberingLog())).toBeUndefined()
    const second = await start(dataDir)
    expect(second.url).toBe(url)
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('refuses a DATA_DIR that is a file', async () => {
    const file = path.join(await temporaryFolder(), 'data')
    await writeFile(file, '')
    await expect(start(file)).rejects.toThrow(/^DATA_DIR \(.+\) cannot be made or entered/)
  })
})
