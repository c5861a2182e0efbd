import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clearLeftovers } from './leftovers.ts'
import { rememberPort } from './port.ts'
import {
  busySession,
  query,
  rememberingLog,
  start,
  stoppedDatabase,
  temporaryFolder,
} from './support.fixture.ts'

const withPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href

describe('the embedded PostgreSQL', () => {
  it('gives a UTF-8 database in UTC, owned by a user who is no superuser', async () => {
    const { url } = await start(await temporaryFolder())
    const [row] = await query(
      url,
      `SELECT current_database() AS database, current_user AS user,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
              current_setting('server_encoding') AS encoding, current_setting('timezone') AS timezone,
              lower('ÀÉ') AS lower, 'Zoe' < 'ada' AS by_code_point`,
    )
    expect(row).toEqual({
      database: 'enamel',
      user: 'enamel',
      superuser: false,
      encoding: 'UTF8',
      timezone: 'UTC',
      lower: 'àé',
      by_code_point: true,
    })
  })

  it('has the extensions that bookings need, without a superuser', async () => {
    const { url } = await start(await stoppedDatabase())
    await query(url, 'CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm')
    expect(await query(url, 'SELECT extname FROM pg_extension ORDER BY 1')).toContainEqual({
      extname: 'btree_gist',
    })
  })

  it('writes every commit to the disk, unless told that it need not', async () => {
    const postgres = await start(await temporaryFolder(), { durable: true })
    const [row] = await query(
      postgres.url,
      `SELECT current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')
              AS durable`,
    )
    expect(row).toEqual({ durable: 'ononon' })
  })

  it('listens on this machine only, and on no socket file', async () => {
    const { url, folder } = await start(await stoppedDatabase())
    const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim()
    const superuser = Object.assign(new URL(url), { username: 'postgres', password }).href
    const [row] = await query(
      superuser,
      "SELECT current_setting('listen_addresses') AS at, current_setting('unix_socket_directories') AS sockets",
    )
    expect(row).toEqual({ at: '127.0.0.1', sockets: '' })
    for (const { address, internal, family } of Object.values(networkInterfaces()).flatMap(
      (each) => each ?? [],
    )) {
      if (internal || family !== 'IPv4') continue
      await expect(
        query(Object.assign(new URL(url), { hostname: address }).href, 'SELECT 1'),
      ).rejects.toThrow()
    }
  })

  it('refuses a wrong password, and keeps the right one for its own user only', async () => {
    const { url, folder } = await start(await stoppedDatabase())
    const wrong = Object.assign(new URL(url), { password: 'wrong' }).href
    await expect(query(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    // The portal's password must not work for the superuser.
    const asSuperuser = Object.assign(new URL(url), { username: 'postgres' }).href
    await expect(query(asSuperuser, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(path.join(folder, 'password'))).mode & 0o777).toBe(0o600)
    expect(await readFile(path.join(folder, 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(
      /^[^#]*\b(trust|password|md5)\b/m,
    )
  })

  it('keeps what people typed out of its log', async () => {
    const { url, folder } = await start(await stoppedDatabase())
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

  it('is there again with its data, on the same address, after a stop', async () => {
    const dataDir = await stoppedDatabase()
    const first = await start(dataDir)
    await first.stop()
    const second = await start(dataDir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('takes another port when the one of last time is taken', async () => {
    const dataDir = await stoppedDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((listening) => other.once('listening', listening))
    const { port } = other.address() as { port: number }
    await rememberPort(path.join(dataDir, 'postgres'), port)
    const { url } = await start(dataDir)
    expect(url).not.toBe(withPort(url, port))
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('sets a new password when the file with it was lost', async () => {
    const dataDir = await stoppedDatabase()
    const file = path.join(dataDir, 'postgres', 'password')
    const before = await readFile(file, 'utf8')
    await rm(file)
    const { url } = await start(dataDir)
    expect(await readFile(file, 'utf8')).not.toBe(before)
    expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('says so when the data are of another PostgreSQL, and leaves them alone', async () => {
    const dataDir = await stoppedDatabase()
    const folder = path.join(dataDir, 'postgres')
    await writeFile(path.join(folder, 'cluster', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 17, and this Enamel brings 18/)
    await writeFile(path.join(folder, 'cluster', 'PG_VERSION'), '18\n')
    await start(dataDir)
  })

  it('stops within 5 s although someone is at work, and frees DATA_DIR', async () => {
    const dataDir = await stoppedDatabase()
    const { url, stop } = await start(dataDir)
    const busy = await busySession(url)
    const began = performance.now()
    await Promise.all([stop(), stop()])
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await busy.over).toBeInstanceOf(Error)
    expect(await clearLeftovers(path.join(dataDir, 'postgres', 'cluster'), rememberingLog())).toBeUndefined()
    await start(dataDir)
  })

  it('refuses a DATA_DIR that is a file', async () => {
    const file = path.join(await temporaryFolder(), 'data')
    await writeFile(file, '')
    await expect(start(file)).rejects.toThrow(/^DATA_DIR \(.+\) cannot be made or entered/)
  })
})
