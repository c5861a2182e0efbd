import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { escapeIdentifier } from 'pg'
import pino from 'pino'
import { Pool } from 'undici'
import { SUPERUSER } from '../server/db/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/index.ts'
import { storeAppointments } from './support/appointments.ts'
import { type Measured, measure, median } from './support/load.ts'
import { healthOf } from './support/memory.ts'
import { databaseMegabytes, less, type Processor, processorOf } from './support/processor.ts'
import { type Bench, count, megabytes, ms, type Report, table, times } from './support/report.ts'
import { forkServer, type RunningServer, startServerProcess, stopServer } from './support/stack.ts'
import { askForDay, bookOne, freeSlots, next, type Slot } from './support/visitor.ts'

const CLINICS = 100
/** Appointments of each. */
const STORED = 10_000
/** Each serves half of the clinics. */
const HOSTS = 2
/** Processes as they are run, a clinic each: so many are measured, and the rest reckoned. */
const PROCESSES = 8
const CONNECTIONS = 12
const ROUNDS = 3
const SECONDS = 4
/** Of three requests one books and two ask for a day. */
const BOOKS_EVERY = 3
const MOST_CONNECTIONS = 1_500
const IDLE_SECONDS = 20
/** Until connections that nobody uses are closed: 30 s, and the pool's own look at it. */
const UNUSED_MS = 32_000

export const clinicsBench: Bench = {
  title: 'A hundred clinics on one PostgreSQL',
  what:
    `${CLINICS} databases of ${count(STORED)} appointments, copies of one; ${PROCESSES} processes of one clinic each that nobody asks; then all in ` +
    `${HOSTS} processes, ${CONNECTIONS} callers who choose a clinic by Zipf's law (the second has half of the first's) and book once for every two ` +
    `days they ask for, in turns with as many at one clinic of ${HOSTS} processes; ${ROUNDS} rounds of ${SECONDS} s, the middle one.`,
  async run() {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-bench-'))
    // As root the database runs as another user, who must get in.
    await chmod(dataDir, 0o755)
    const postgres = await startWithRoom(dataDir)
    try {
      return await measureClinics(postgres, dataDir)
    } finally {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

type Postgres = Awaited<ReturnType<typeof startWithRoom>>

/** The embedded one with connections for all clinics, which it takes a restart to get. */
async function startWithRoom(dataDir: string) {
  const log = pino({ level: 'error' })
  const first = await startEmbeddedPostgres({ dataDir, log })
  const admin = new pg.Client({ connectionString: superuserOf(first) })
  await admin.connect()
  await admin.query(`ALTER SYSTEM SET max_connections = ${MOST_CONNECTIONS}`)
  await admin.end()
  await first.stop()
  return startEmbeddedPostgres({ dataDir, log })
}

const superuserOf = ({ url }: { url: string }) =>
  Object.assign(new URL(url), { username: SUPERUSER, pathname: 'postgres' }).href

const nameOf = (clinic: number) => `clinic_${clinic}`

async function measureClinics(postgres: Postgres, dataDir: string): Promise<Report> {
  const urlOf = (clinic: number) => {
    const url = new URL(postgres.url)
    url.pathname = nameOf(clinic)
    return url.href
  }
  const admin = new pg.Client({ connectionString: superuserOf(postgres) })
  admin.on('error', () => {})
  await admin.connect()
  const postmaster = postgres.pid() ?? 0
  const one = async <Value>(sql: string) => (await admin.query(sql)).rows[0].value as Value

  const made = await makeClinics(admin, urlOf, dataDir)
  const bytes = Number(await one<string>(`SELECT pg_database_size('${nameOf(1)}') AS value`))

  const alone = await measureAlone(urlOf, dataDir, { one, postmaster })
  const hosts = await Promise.all(
    Array.from({ length: HOSTS }, (_, host) => startHost(host, urlOf(0), dataDir)),
  )
  // The same clinic by two processes, which have the same number of connections as the hosts.
  const single = await Promise.all(
    Array.from({ length: HOSTS }, () => startServerProcess(urlOf(0), dataDir, CONNECTIONS)),
  )
  await delay(UNUSED_MS)
  const hosted = hosts.map(({ process }) => process)
  const singles = single.map(({ process }) => process)
  const [idle, idleOfOne] = await Promise.all([idleOf(hosted, postmaster), idleOf(singles, postmaster)])
  const idleMegabytes = await memoryOf(hosted)
  const idleConnections = await one<number>(CLIENTS)

  // The second most asked on the second process, and so on.
  const clinics = Array.from(
    { length: CLINICS },
    (_, i) => hosts[i % HOSTS]?.clinics[Math.floor(i / HOSTS)] as Visited,
  )
  const chance = zipf(clinics.length)
  let turn = 0
  const work = (choose: () => Visited) => async (): Promise<void> => {
    const { http, slots } = choose()
    if (turn++ % BOOKS_EVERY === 0) await bookOne(http, next(slots))
    else await askForDay(http, 1 + (turn % 60))
  }
  const slotsOfOne = freeSlots()
  const loads = {
    [`${CLINICS} clinics`]: {
      processes: hosted,
      idle,
      work: work(() => clinics[chance()] as Visited),
    },
    'one clinic': {
      processes: singles,
      idle: idleOfOne,
      work: work(() => ({ http: (single[turn % HOSTS] as RunningServer).http, slots: slotsOfOne })),
    },
  }
  const measured = await inTurnsWithCosts(loads, postmaster)
  const busyConnections = await one<number>(CLIENTS)
  const databaseMemory = await databaseMegabytes(postmaster)
  const busyMegabytes = await memoryOf(hosted)
  for (const { http } of clinics) await http.close()
  await Promise.all([
    ...hosts.map(({ process }) => stopServer({ process, http: new Pool('http://127.0.0.1') })),
    ...single.map(stopServer),
  ])
  await admin.end()

  const [all, ofOne] = Object.values(measured) as [Run, Run]
  return {
    findings: [
      {
        asked: `throughput with ${CLINICS} clinics, of that with one`,
        reached: times(all.load.perSecond / ofOne.load.perSecond),
        holds: null,
      },
      {
        asked: 'processor seconds of a request, of those with one',
        reached: times(both(all.processor) / both(ofOne.processor)),
        holds: null,
      },
      {
        asked: `disk of a clinic of ${count(STORED)} appointments`,
        reached: megabytes(bytes / 1024 ** 2),
        holds: null,
      },
      {
        asked: `the copy of a clinic's database; migrations and rows of the first`,
        reached: `${made.copy.toFixed(2)} s; ${made.first.toFixed(1)} s`,
        holds: null,
      },
      {
        asked: `connections: ${PROCESSES} processes of one clinic each`,
        reached: `${alone.connections}`,
        holds: null,
      },
      {
        asked: `${CLINICS} clinics that nobody asks; under load`,
        reached: `${idleConnections}; ${busyConnections}`,
        holds: null,
      },
      { asked: 'memory of PostgreSQL under load', reached: megabytes(databaseMemory), holds: null },
    ],
    tables: [
      table(
        [
          'nobody asks',
          'memory of a process',
          'of a clinic',
          'processor seconds of a clinic and hour: server',
          'PostgreSQL',
        ],
        [
          idleRow('a process for each clinic', alone.megabytes, 1, alone.idle),
          idleRow(`${CLINICS / HOSTS} clinics in a process`, idleMegabytes, CLINICS / HOSTS, idle),
        ],
      ),
      table(
        [
          'under load',
          'per second',
          'p50',
          'p99',
          'processor seconds of 1,000 requests: server',
          'PostgreSQL',
        ],
        Object.entries(measured).map(([name, { load, processor }]) => [
          name,
          count(load.perSecond),
          ms(load.p50),
          ms(load.p99),
          processor.servers.toFixed(2),
          processor.database.toFixed(2),
        ]),
      ),
      `Memory of the ${HOSTS} processes under load: ${busyMegabytes.map(megabytes).join(', ')}.`,
    ],
  }
}

const CLIENTS = `SELECT count(*)::int AS value FROM pg_stat_activity WHERE application_name LIKE 'enamel%'`
type Visited = { http: Pool; slots: Iterator<Slot> }
type Run = { load: Measured; processor: Processor }

const both = ({ servers, database }: Processor) => servers + database

/** @param idle of all processes, in an hour */
function idleRow(name: string, memory: readonly number[], clinics: number, idle: Processor): string[] {
  const mean = memory.reduce((sum, each) => sum + each, 0) / memory.length
  const share = 1 / (clinics * memory.length)
  return [
    name,
    megabytes(mean),
    megabytes(mean / clinics),
    (idle.servers * share).toFixed(1),
    (idle.database * share).toFixed(1),
  ]
}

/** The first is made as every clinic is, and one more beside the hundred; the others are copies. @returns seconds */
async function makeClinics(admin: pg.Client, urlOf: (clinic: number) => string, dataDir: string) {
  const started = performance.now()
  await admin.query(`CREATE DATABASE ${nameOf(0)} OWNER enamel`)
  await stopServer(await startServerProcess(urlOf(0), dataDir, 1))
  await storeAppointments(urlOf(0), STORED)
  const first = (performance.now() - started) / 1_000
  const from = performance.now()
  for (let clinic = 1; clinic <= CLINICS; clinic++) {
    const name = escapeIdentifier(nameOf(clinic))
    await admin.query(`CREATE DATABASE ${name} OWNER enamel TEMPLATE ${nameOf(0)} STRATEGY FILE_COPY`)
  }
  return { first, copy: (performance.now() - from) / 1_000 / CLINICS }
}

type Looks = { one<Value>(sql: string): Promise<Value>; postmaster: number }

/** Processes as `npm start` runs them. */
async function measureAlone(urlOf: (clinic: number) => string, dataDir: string, { one, postmaster }: Looks) {
  const servers: RunningServer[] = []
  for (let clinic = 1; clinic <= PROCESSES; clinic++)
    servers.push(await startServerProcess(urlOf(clinic), dataDir, 1))
  await delay(UNUSED_MS)
  const processes = servers.map(({ process }) => process)
  const idle = await idleOf(processes, postmaster)
  const connections = await one<number>(CLIENTS)
  const megabytes = await memoryOf(processes)
  await Promise.all(servers.map(stopServer))
  return { idle, connections, megabytes }
}

type Process = RunningServer['process']

/** In an hour. */
async function idleOf(processes: readonly Process[], postmaster: number): Promise<Processor> {
  const before = await processorOf(processes, postmaster)
  await delay(IDLE_SECONDS * 1_000)
  const { servers, database } = less(await processorOf(processes, postmaster), before)
  const hour = 3_600 / IDLE_SECONDS
  return { servers: servers * hour, database: database * hour }
}

const memoryOf = async (processes: readonly Process[]) =>
  (await Promise.all(processes.map((process) => healthOf(process, 'as it is')))).map(
    ({ megabytes }) => megabytes,
  )

async function startHost(host: number, databaseUrl: string, dataDir: string) {
  const numbers = Array.from({ length: CLINICS }, (_, i) => i + 1).filter((clinic) => clinic % HOSTS === host)
  const env = { CLINICS: numbers.map(nameOf).join(' ') }
  const { child, ports } = await forkServer('./clinics-server.ts', databaseUrl, dataDir, env)
  const clinics = ports.map(
    (port): Visited => ({
      http: new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS }),
      slots: freeSlots(),
    }),
  )
  return { process: child, clinics }
}

/** Numbers from 0 on, each in proportion to 1 / (number + 1). */
function zipf(numbers: number): () => number {
  let total = 0
  const sums = Array.from({ length: numbers }, (_, i) => {
    total += 1 / (i + 1)
    return total
  })
  return () => {
    const at = Math.random() * total
    return sums.findIndex((sum) => sum >= at)
  }
}

type Loaded = {
  processes: readonly Process[]
  /** Of an hour in which nobody asks. */
  idle: Processor
  work(): Promise<void>
}

/** Each load in turns, with what a thousand requests cost beside what all processes take when nobody asks. */
async function inTurnsWithCosts(
  loads: Record<string, Loaded>,
  postmaster: number,
): Promise<Record<string, Run>> {
  const runs = new Map(Object.keys(loads).map((name) => [name, [] as Measured[]]))
  const costs = new Map(Object.keys(loads).map((name) => [name, { servers: 0, database: 0, requests: 0 }]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { processes, idle, work }] of Object.entries(loads)) {
      const cost = costs.get(name) as { servers: number; database: number; requests: number }
      const [before, from] = [await processorOf(processes, postmaster), performance.now()]
      const counted = async () => {
        await work()
        cost.requests += 1
      }
      runs.get(name)?.push(await measure({ connections: CONNECTIONS, seconds: SECONDS, work: counted }))
      const { servers, database } = less(await processorOf(processes, postmaster), before)
      const hours = (performance.now() - from) / 3_600_000
      cost.servers += servers - idle.servers * hours
      cost.database += database - idle.database * hours
    }
  }
  return Object.fromEntries(
    [...runs].map(([name, all]) => {
      const { servers, database, requests } = costs.get(name) as {
        servers: number
        database: number
        requests: number
      }
      const thousands = requests / 1_000
      return [
        name,
        { load: median(all), processor: { servers: servers / thousands, database: database / thousands } },
      ]
    }),
  )
}
