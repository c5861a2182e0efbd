import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { validBooking } from './support/clinic.ts'
import { testDatabase } from './support/database.ts'
import { quickFolder } from './support/quick-folder.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/*
 * The server as a process of its own, with its own database, as `npm start` runs it (the page apart).
 */
const started: { server: ServerProcess; dataDir?: string }[] = []
afterEach(async () => {
  for (const { server, dataDir } of started.splice(0)) {
    await server[Symbol.asyncDispose]()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }
})

async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(await quickFolder(), 'enamel-process-'))
  // As root the database runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  return dataDir
}

function startServer(settings: Record<string, string>, dataDir?: string): ServerProcess {
  const server = startServerProcess({ ...settings, ...(dataDir && { DATA_DIR: dataDir }) })
  started.push({ server, ...(dataDir && { dataDir }) })
  return server
}

const PORTAL = { authorization: 'Bearer portal', 'content-type': 'application/json' }

/** A request by node:http, whose connections can be kept and inspected. */
async function ask(url: string, { body, ...options }: RequestOptions & { body?: string } = {}) {
  const sent = request(url, options).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await answer.toArray()).toString()
  return {
    status: answer.statusCode,
    connection: answer.headers.connection,
    idle: answer.headers['keep-alive'],
    body: text,
  }
}

/** A free time at the location, in the words of a booking. */
async function freeTime(address: string): Promise<{ appointment_date: string; start_time: string }> {
  const from = new Date().toISOString().slice(0, 10)
  const to = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await ask(`${address}/api/availability?location=fct&from=${from}&to=${to}`, {
    headers: PORTAL,
  })
  const days = JSON.parse(body).data as { date: string; slots: string[] }[]
  const day = days.find(({ slots }) => slots.length > 0)
  return { appointment_date: day?.date ?? '', start_time: day?.slots.at(-1) ?? '' }
}

it('the server says in one line that DATABASE_URL points nowhere, and exits with 1', async () => {
  const server = startServer({ DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/enamel', LOG_LEVEL: 'info' })
  const [code] = await server.exit
  expect(code).toBe(1)
  expect(server.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^DATABASE_URL: 127\.0\.0\.1:1\/enamel /),
  ])
  expect(server.output()).not.toContain('secret')
})

it('the server warns at its start that a database on another machine is not verified', async () => {
  const away = 'postgres://ada:secret@no-such-host.invalid/enamel'
  const server = startServer({ DATABASE_URL: away })
  expect(await server.exit).toEqual([1, null])
  const lines = server.output().split('\n')
  expect(lines.filter((line) => line.includes('sslmode=verify-full'))).toEqual([
    expect.stringContaining('DATABASE_URL leads to no-such-host.invalid without'),
  ])
  expect(server.output()).not.toContain('secret')

  const verified = startServer({ DATABASE_URL: `${away}?sslmode=verify-full` })
  await verified.exit
  expect(verified.output()).not.toContain('sslmode')
})

it('an orderly stop finishes a booking that waits in the database, and warns the proxy until it stops calling', async () => {
  await using database = await testDatabase()
  const server = startServer({ DATABASE_URL: database.url, TRUST_PROXY: '1', LOG_LEVEL: 'info' })
  const address = await server.address()
  // As a proxy does: a connection that stays open between two requests.
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  // Longer than nginx keeps its side, so that no booking is sent on one that is just being closed.
  expect(await ask(`${address}/readyz`, { agent: kept })).toMatchObject({ status: 200, idle: 'timeout=65' })

  // The lock of saving a blocker: bookings of the location wait for it.
  const saving = new pg.Client(database.url)
  // Cut when the database goes.
  saving.on('error', () => {})
  await saving.connect()
  await saving.query(`SELECT pg_advisory_lock(hashtextextended('location:fct', 0))`)
  const time = await freeTime(address)
  const booking = ask(`${address}/api/appointments/book`, {
    method: 'POST',
    headers: PORTAL,
    body: JSON.stringify({ ...validBooking, ...time }),
  })
  const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
                   WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)

  server.child.kill('SIGTERM')
  await expect.poll(server.output).toContain('stopping')
  expect(await ask(`${address}/readyz`, { agent: kept })).toMatchObject({ status: 503, connection: 'close' })
  // A proxy that has not asked yet still sends, and is answered.
  expect(await ask(`${address}/readyz`)).toMatchObject({ status: 503, connection: 'close' })
  expect(await ask(`${address}/healthz`)).toMatchObject({ status: 200, connection: 'close' })
  await saving.query('SELECT pg_advisory_unlock_all()')

  const booked = await booking
  expect(booked).toMatchObject({ status: 201, connection: 'close' })
  expect(await server.exit).toEqual([0, null])
  const { rows } = await database.pool.query('SELECT reference FROM appointments')
  expect(rows).toEqual([{ reference: JSON.parse(booked.body).data.reference }])
})

it('the server prints the first admin’s password once, refuses a second start on its data, ends itself and open streams on SIGTERM, and reports a port in use', async () => {
  const dataDir = await dataFolder()
  const first = startServer({ LOG_LEVEL: 'debug' }, dataDir)
  const address = await first.address()
  const [, password = ''] =
    /username admin, password ([a-z-]+) \(shown this once\)/.exec(first.output()) ?? []
  const post = (path: string, body: object) =>
    fetch(`${address}/api${path}`, { method: 'POST', headers: PORTAL, body: JSON.stringify(body) })
  // The server's clock is the real one, and the sample is far ahead.
  expect((await post('/appointments/book', validBooking)).status).toBe(400)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const signIn = await post('/auth/signin', { username: 'admin', password })
  expect(signIn.status).toBe(200)
  const { token } = ((await signIn.json()) as { data: { token: string } }).data

  const beside = startServer({}, dataDir)
  expect(await beside.exit).toEqual([1, null])
  expect(beside.output()).toContain(String(first.child.pid))

  const stream = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  expect(stream.status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await stream.text()).toBe('event: ready\ndata: {}\n\n')
  expect(await first.exit).toEqual([0, null])
  expect(first.output().split(password)).toHaveLength(2)
  expect(first.output()).not.toContain(token)

  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const second = startServer({ PORT: String(port) }, dataDir)
  expect(await second.exit).toEqual([1, null])
  expect(second.output()).toBe(`Port ${port} is in use. Set PORT to another one.\n`)
})
