import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import clinicConfig from '../clinic.config.ts'
import type { BookAppointmentWire } from '../contract/booking.ts'
import { addDays, clinicDate, weekdayOf } from '../domain/clinic-time.ts'
import { reading } from '../server/platform/events/watch.fixture.ts'
import { validBooking } from './support/clinic.ts'
import { emptyDatabase, type TestDatabase } from './support/database.ts'
import { type MailServer, mailHeader, startMailServer } from './support/mail-server.ts'
import { type ReverseProxy, startProxy } from './support/proxy.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/*
 * Three server processes on one PostgreSQL behind a proxy, as on three machines: they act as one. They start at once on
 * an empty database, and the tests go from one to the next in order.
 */
const PASSWORD = 'a small green kettle'
/** A Wednesday two weeks ahead: far enough from today, and open. */
const DAY = (() => {
  const today = clinicDate(new Date(), clinicConfig.timeZone)
  return addDays(today, 14 + ((3 - weekdayOf(today) + 7) % 7))
})()

let database: TestDatabase
let mail: MailServer
let folder: string
let servers: ServerProcess[]
/** In front of all of them. */
let proxy: ReverseProxy
let proxies: ReverseProxy[]
/** An address for each of them alone. */
let each: string[]

beforeAll(async () => {
  database = await emptyDatabase()
  mail = await startMailServer()
  folder = await mkdtemp(join(tmpdir(), 'enamel-several-'))
  const settings = {
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    ADMIN_PASSWORD: PASSWORD,
    // The proxy here, and the one that the tests claim to come from, each for another caller.
    TRUST_PROXY: '2',
  }
  servers = [1, 2, 3].map((n) => startServerProcess({ ...settings, DATA_DIR: join(folder, String(n)) }))
  const addresses = await Promise.all(servers.map((server) => server.address()))
  proxy = await startProxy(addresses)
  proxies = await Promise.all(addresses.map((address) => startProxy([address])))
  each = proxies.map(({ address }) => address)
})
afterAll(async () => {
  for (const each of [proxy, ...(proxies ?? [])]) await each?.[Symbol.asyncDispose]()
  await Promise.all((servers ?? []).map((server) => server[Symbol.asyncDispose]()))
  await mail?.close()
  await rm(folder, { recursive: true, force: true })
  await database?.close()
})

type Options = { body?: unknown; token?: string; key?: string; caller?: string }

async function call(method: string, address: string, options: Options = {}) {
  const { body, token = 'portal', key, caller = '10.0.0.1' } = options
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': caller,
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

let people = 0
/** A booking by another person each time, from a connection of their own. */
function book(address: string, more: Partial<BookAppointmentWire> = {}, options: Options = {}) {
  people += 1
  const person = { email: `p${people}@example.com`, phone_number: `0803 100 ${1000 + people}` }
  const body = { ...validBooking, appointment_date: DAY, ...person, ...more }
  return call('POST', `${address}/api/appointments/book`, { caller: `10.1.0.${people}`, ...options, body })
}

const signIn = (address: string, password = PASSWORD, caller = '10.0.0.1') =>
  call('POST', `${address}/api/auth/signin`, { body: { username: 'admin', password }, caller })

async function adminToken(): Promise<string> {
  const { status, body } = await signIn(proxy.address)
  expect(status).toBe(200)
  return body.data.token
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

it('several servers start at once on an empty database, and migrate it once', async () => {
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS migrations, count(DISTINCT hash)::int AS different FROM drizzle.__drizzle_migrations`,
  )
  expect(rows[0].migrations).toBe(rows[0].different)
  expect(servers.filter((server) => server.output().includes('The first admin'))).toHaveLength(1)
  for (const server of servers) expect(server.output()).not.toContain('"level":50')
  expect(statuses(await Promise.all(each.map((address) => call('GET', `${address}/readyz`))))).toEqual([
    200, 200, 200,
  ])
})

it('every server knows a session that one of them began, and its end', async () => {
  const token = await adminToken()
  const ask = () => Promise.all(each.map((one) => call('GET', `${one}/api/auth/session`, { token })))
  expect(statuses(await ask())).toEqual([200, 200, 200])
  expect((await call('POST', `${each[1]}/api/auth/logout`, { token })).status).toBe(200)
  expect(statuses(await ask())).toEqual([401, 401, 401])
})

it('all servers count failed sign-ins as one', async () => {
  const caller = '10.0.0.2'
  for (let i = 0; i < 5; i++) expect((await signIn(proxy.address, 'wrong', caller)).status).toBe(401)
  const blocked = await Promise.all(each.map((one) => signIn(one, PASSWORD, caller)))
  expect(statuses(blocked)).toEqual([429, 429, 429])
})

it('all servers count booking attempts as one', async () => {
  const caller = '10.0.0.3'
  const tries = clinicConfig.booking.triesPerCallerPerHour
  const made = await Promise.all(
    Array.from({ length: tries }, () =>
      book(proxy.address, { start_time: '09:00', doctor_id: 'fct-musa' }, { caller }),
    ),
  )
  expect(made.filter(({ status }) => status === 428)).toEqual([])
  const more = await Promise.all(each.map((one) => book(one, { start_time: '09:30' }, { caller })))
  expect(statuses(more)).toEqual([428, 428, 428])
})

it('servers book once for one idempotency key that reaches all of them at the same time', async () => {
  const key = randomUUID()
  const same = { email: 'same@example.com', phone_number: '0803 100 0001', start_time: '10:00' }
  const answers = await Promise.all(each.map((one) => book(one, same, { key, caller: '10.0.0.4' })))
  expect(statuses(answers)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.data.reference)).size).toBe(1)
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS n FROM appointments JOIN patients ON patients.id = patient_id WHERE email_key = $1`,
    [same.email],
  )
  expect(rows[0].n).toBe(1)
})

it('servers give one slot to one of 30 who want it at once', async () => {
  const wanted = { start_time: '11:00', doctor_id: 'fct-okafor' }
  const answers = await Promise.all(Array.from({ length: 30 }, () => book(proxy.address, wanted)))
  expect(statuses(answers)).toEqual([201, ...Array<number>(29).fill(409)])
  expect(answers.filter(({ status }) => status === 409).every(({ body }) => body.code === 'slot_taken')).toBe(
    true,
  )
})

it('a server hears of a booking that is made through another', async () => {
  const token = await adminToken()
  const response = await fetch(`${proxy.address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const stream = await reading(response.body)
  const made = await Promise.all(
    ['12:00', '12:30', '13:00'].map((start_time, i) => book(each[i] ?? '', { start_time })),
  )
  expect(statuses(made)).toEqual([201, 201, 201])
  // Each may arrive twice: from the server that stored it, and from its confirmation.
  const heard = new Set<string>()
  while (heard.size < 3) for (const { id } of await stream.changes()) heard.add(id)
  await stream.leave()
})

it('a blocker saved on one server refuses the next booking on another', async () => {
  const token = await adminToken()
  const time = { start_time: '15:00', location: 'phc' }
  // Each knows the blockers from before.
  const before = await Promise.all(each.map((one) => book(one, { ...time, start_time: '14:00' })))
  expect(statuses(before)).toEqual([201, 201, 409])
  const blocker = {
    description: 'Staff meeting',
    type: 'One Time',
    startDateTime: `${DAY}T15:00:00+01:00`,
    endDateTime: `${DAY}T16:00:00+01:00`,
  }
  expect((await call('POST', `${each[0]}/api/blockers`, { body: blocker, token })).status).toBe(201)
  const refused = await Promise.all(each.map((one) => book(one, time)))
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'slot_taken']))
})

it('each confirmation is sent once, whichever server takes the job', async () => {
  const { pool } = database
  const booked = (await pool.query('SELECT count(*)::int AS n FROM appointments')).rows[0].n as number
  const undone = `SELECT name FROM pgboss.job WHERE state <> 'completed'`
  await expect.poll(async () => (await pool.query(undone)).rows).toEqual([])
  expect(mail.received).toHaveLength(booked)
  expect(new Set(mail.received.map(({ raw }) => mailHeader(raw, 'Message-ID'))).size).toBe(booked)
})

it('the other servers go on when one is killed', async () => {
  servers[0]?.child.kill('SIGKILL')
  await servers[0]?.exit
  const times = ['09:30', '14:30', '10:30', '11:30', '12:30', '13:30']
  const made = await Promise.all(
    times.map((start_time) => book(proxy.address, { start_time, location: 'lag' })),
  )
  expect(statuses(made)).toEqual(Array(6).fill(201))
  expect((await signIn(proxy.address)).status).toBe(200)
})
