import { setTimeout as delay } from 'node:timers/promises'
import type { Pool as PgPool } from 'pg'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { type Inbox, queueConfirmations, settled, startInbox } from './support/inbox.ts'
import { healthOf } from './support/memory.ts'
import { databaseMegabytes, less, type Processor, processorOf } from './support/processor.ts'
import { type Bench, count, megabytes, type Report, table } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { openStreams } from './support/streams.ts'
import { askForDay, bookOne, freeSlots, next } from './support/visitor.ts'

const STORED = 100_000
const CALLERS = 4
/** How often each thing is done, after a tenth as often that is not counted. */
const TIMES = { bookings: 1_000, mails: 500, days: 3_000, pages: 1_000, told: 200 }
const STREAMS = 500
const IDLE_SECONDS = 20
/** Until connections that nobody uses are closed: 30 s, and the pool's own look at it. */
const UNUSED_MS = 32_000

export const costsBench: Bench = {
  title: 'What a thousand of each cost',
  what:
    `processor seconds of one server process and of its PostgreSQL, ${CALLERS} callers, ${count(STORED)} appointments stored; mails to an SMTP ` +
    'server that is not counted, nor is the client. Bytes are what tables and indexes grow by; an idle hour is measured for ' +
    `${IDLE_SECONDS} s, after connections that nobody uses have been closed.`,
  async run() {
    const inbox = await startInbox()
    try {
      const env = { SMTP_URL: inbox.url, MAIL_FROM: 'bench@example.com' }
      return await withStack({ connections: CALLERS, stored: STORED, env }, (stack) =>
        measureCosts(stack, inbox),
      )
    } finally {
      await inbox.close()
    }
  },
}

type Cost = { name: string; per: string; processor: Processor }

async function measureCosts(stack: Stack, inbox: Inbox): Promise<Report> {
  const pool = barePool(stack.databaseUrl, 2)
  const headers = await adminHeaders(pool)
  const slots = freeSlots()
  const book = () => bookOne(stack.http, next(slots))
  const now = () => processorOf([stack.server], stack.postmaster)
  const costs: Cost[] = []
  const note = (name: string, per: string, processor: Processor) => costs.push({ name, per, processor })

  await delay(UNUSED_MS)
  const idle = async () => {
    const from = await now()
    await delay(IDLE_SECONDS * 1_000)
    return times(less(await now(), from), 3_600 / IDLE_SECONDS)
  }
  const alone = await idle()
  const connections = await connectionsTo(pool)
  const databaseMemory = await databaseMegabytes(stack.postmaster)
  const url = `${stack.url}/api/events`
  const watching = await openStreams(url, headers, STREAMS)
  const watched = await idle()
  watching.close()
  const { megabytes: memory } = await healthOf(stack.server, 'as it is')
  note('a process that nobody asks', 'hour', alone)
  note('a dashboard that is open', 'hour', times(less(watched, alone), 1 / STREAMS))

  const stored = await sizesOf(pool)
  const confirmed = async (times: number) => {
    await inParallel(times, book)
    await settled(pool)
  }
  await confirmed(TIMES.bookings / 10)
  const [before, log] = [await sizesOf(pool), await written(pool)]
  const bookings = await costOf(now, TIMES.bookings, () => confirmed(TIMES.bookings))
  const [after, logged] = [await sizesOf(pool), (await written(pool)) - log]
  await queueConfirmations(pool, TIMES.mails / 10)
  await settled(pool)
  const mails = await costOf(now, TIMES.mails, async () => {
    await queueConfirmations(pool, TIMES.mails)
    await settled(pool)
  })
  note('bookings, without their confirmation', '1,000', less(bookings, mails))
  note('confirmations by mail', '1,000', mails)
  let day = 0
  const days = () => askForDay(stack.http, 1 + (day++ % 60))
  await inParallel(TIMES.days / 10, days)
  note('availability of a day', '1,000', await costOf(now, TIMES.days, () => inParallel(TIMES.days, days)))
  const page = () => readPage(stack, headers)
  await inParallel(TIMES.pages / 10, page)
  note(
    'first page of a location',
    '1,000',
    await costOf(now, TIMES.pages, () => inParallel(TIMES.pages, page)),
  )

  const quietly = await costOf(now, TIMES.told, () => confirmed(TIMES.told))
  const streams = await openStreams(url, headers, STREAMS)
  await confirmed(TIMES.told / 10)
  const told = await costOf(now, TIMES.told, () => confirmed(TIMES.told))
  streams.close()
  note('changes told to one dashboard', '1,000', times(less(told, quietly), 1 / STREAMS))

  const { megabytes: resident } = await healthOf(stack.server, 'as it is')
  await pool.end()
  const perBooking = [...after].flatMap(([name, bytes]) => {
    const growth = (bytes - (before.get(name) ?? 0)) / TIMES.bookings
    return growth >= 1 ? [[name, count(growth)] as const] : []
  })
  const bytesOf = (name: string) => (stored.get(name) ?? 0) / STORED
  return {
    findings: [
      {
        asked: 'one booking with its confirmation grows tables and indexes by',
        reached: `${count(sum(perBooking))} bytes`,
        holds: null,
      },
      {
        asked: 'and is written to the log with',
        reached: `${count(logged / TIMES.bookings)} bytes`,
        holds: null,
      },
      {
        asked: 'a stored appointment with its patient, packed',
        reached: `${count(bytesOf('public.appointments') + bytesOf('public.patients'))} bytes`,
        holds: null,
      },
      {
        asked: 'memory of the process: nobody has asked yet, after all of this',
        reached: `${megabytes(memory)}, ${megabytes(resident)}`,
        holds: null,
      },
      { asked: 'connections of a process that nobody asks', reached: String(connections), holds: null },
      { asked: 'memory of PostgreSQL with these', reached: megabytes(databaseMemory), holds: null },
      { asked: 'mails that came', reached: count(inbox.arrived.length), holds: null },
    ],
    tables: [
      table(
        ['processor seconds', 'per', 'server', 'PostgreSQL', 'both'],
        costs.map(({ name, per, processor: { servers, database } }) => [
          name,
          per,
          servers.toFixed(2),
          database.toFixed(2),
          (servers + database).toFixed(2),
        ]),
      ),
      table(['bytes a booking with its confirmation', 'table and indexes'], perBooking),
    ],
  }
}

const times = ({ servers, database }: Processor, by: number): Processor => ({
  servers: servers * by,
  database: database * by,
})

/** Of a thousand. @param done how many the work does */
async function costOf(now: () => Promise<Processor>, done: number, work: () => Promise<void>) {
  const from = await now()
  await work()
  return times(less(await now(), from), 1_000 / done)
}

async function inParallel(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const caller = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

async function readPage(stack: Stack, headers: Record<string, string>): Promise<void> {
  const { status, text } = await ask(stack.http, {
    method: 'POST',
    path: '/api/appointments/fct',
    headers,
    body: '{}',
  })
  if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
}

/** Bytes of each table with indexes, long values and maps. */
async function sizesOf(pool: PgPool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `SELECT nspname || '.' || relname AS name, pg_total_relation_size(c.oid) AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'pgboss') ORDER BY bytes DESC`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

async function written(pool: PgPool): Promise<number> {
  const { rows } = await pool.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`)
  return Number(rows[0].bytes)
}

/** Of Enamel alone. */
async function connectionsTo(pool: PgPool): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'enamel%'`,
  )
  return rows[0].n
}

const sum = (rows: readonly (readonly [string, string])[]) =>
  rows.reduce((all, [, bytes]) => all + Number(bytes.replaceAll(',', '')), 0)
