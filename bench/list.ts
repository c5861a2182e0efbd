import { addDays } from '../domain/clinic-time.ts'
import { STORED_COLUMNS, STORED_JOINS } from '../server/appointments/stored.ts'
import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { oldestRows, openRows, pastRows } from './support/bare-queries.ts'
import { startBareServer } from './support/bare-server.ts'
import { inTurns, type Load, type Measured } from './support/load.ts'
import { type Bench, count, ms, type Report, table, times } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'

const CONNECTIONS = 10
const SECONDS = 3
/** So many, for a clinic's list is to be as fast after years as on the first day. */
const STORED = 1_000_000
const FIRST_PAGE = 'page 1 of a location'
const LAST_PAGE = 'last page of a location'
const SEARCH_MS = 100

type Case = {
  name: string
  /** Page numbers 'last' and 'middle' are found out by asking. */
  path: string
  search?: string
  /** One caller asks, as one person types; else ten do. */
  alone?: boolean
  /** Each time with another last day, so that nothing that was found before is of use. */
  anew?: boolean
  bare: string
}

/** Patients by an index of trigrams and their appointments: the least that a search takes. */
const found = (name: string) =>
  `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS} WHERE p.name_key LIKE '%${name}%' LIMIT 10`

const fct = `a.location = 'fct' AND`

const CASES: Case[] = [
  { name: FIRST_PAGE, path: 'fct', bare: openRows(fct) },
  { name: LAST_PAGE, path: 'fct?page=last', bare: oldestRows(fct) },
  { name: 'page 1 of a location, open ones', path: 'fct?status=1', bare: openRows(fct) },
  { name: 'page 1 of a location, confirmed ones', path: 'fct?status=0', bare: pastRows(fct) },
  { name: 'page 1 of a doctor', path: 'fct?doctor=fct-musa', bare: openRows("a.doctor_id = 'fct-musa' AND") },
  { name: 'page 1 of all locations', path: 'all', bare: openRows() },
  { name: 'last page of all locations', path: 'all?page=last', bare: oldestRows() },
  { name: 'middle page of all locations', path: 'all?page=middle', alone: true, bare: pastRows() },
  {
    name: 'search, a rare name',
    path: 'all?cancelled=1',
    search: 'nnabashi',
    alone: true,
    bare: found('nnabashi'),
  },
  {
    name: 'search, a common name',
    path: 'all?cancelled=1',
    search: 'Zainab',
    alone: true,
    bare: found('zainab'),
  },
  {
    name: 'search, two common names',
    path: 'all?cancelled=1',
    search: 'Eze Ada',
    alone: true,
    bare: found('eze'),
  },
  { name: 'search, two letters', path: 'all?cancelled=1', search: 'ob', alone: true, bare: found(' ob') },
  ...[
    { name: 'a common name', search: 'Zainab', bare: found('zainab') },
    { name: 'two common names', search: 'Eze Ada', bare: found('eze') },
    { name: 'two letters', search: 'ob', bare: found(' ob') },
  ].map((one) => ({
    ...one,
    name: `search, ${one.name}, never before`,
    path: 'all?cancelled=1',
    alone: true,
    anew: true,
  })),
  {
    name: 'search, part of a phone number',
    path: 'all?cancelled=1',
    search: '12345',
    alone: true,
    bare: `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS} WHERE p.phone_digits LIKE '%12345%' LIMIT 10`,
  },
  {
    name: 'search, a reference',
    path: 'all?cancelled=1',
    search: 'A33C467A',
    alone: true,
    bare: `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS} WHERE a.reference = 'A33C467A'`,
  },
]

export const listBench: Bench = {
  title: 'The list of appointments',
  what:
    `\`POST /appointments/{location}\` with ${count(STORED)} appointments over 24 years, each of a visitor with a record of its own; ` +
    `pages with ${CONNECTIONS} connections, searches and the page in the middle with one; each beside the bare query of as many rows by ` +
    `the same index, through the driver and behind a bare HTTP server; three rounds of ${SECONDS} s in turns, the middle one.`,
  async run() {
    const stack = await startStack(CONNECTIONS)
    try {
      await storeAppointments(stack.databaseUrl, STORED, { bookable: false })
      return reportOf(await measureLists(stack))
    } finally {
      await stack.stop()
    }
  },
}

type Figures = {
  name: string
  loads: Record<'list' | 'bare' | 'served', Measured>
}

async function measureLists(stack: Stack): Promise<Figures[]> {
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  const headers = await adminHeaders(pool)
  const bareServer = await startBareServer(
    stack.databaseUrl,
    CASES.map(({ bare }) => bare),
    CONNECTIONS,
  )
  const list = async (path: string, search?: string) => {
    const request = { method: 'POST' as const, path: `/api/appointments/${path}`, headers }
    const { status, text } = await ask(stack.http, { ...request, body: JSON.stringify({ search }) })
    if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
    return JSON.parse(text) as { data: unknown[]; paging: { totalPages: number } }
  }

  const figures: Figures[] = []
  let days = 0
  for (const [place, { name, path, search, alone, anew, bare }] of CASES.entries()) {
    const { paging } = await list(path.replace(/page=\w+/, ''), search)
    const asked = path
      .replace('page=last', `page=${paging.totalPages}`)
      .replace('page=middle', `page=${Math.floor(paging.totalPages / 2)}`)
    if ((await list(asked, search)).data.length === 0) throw new Error(`${name}: nothing is there`)
    const load = (work: () => Promise<unknown>): Load => ({
      connections: alone ? 1 : CONNECTIONS,
      seconds: SECONDS,
      work: async () => void (await work()),
    })
    const loads = await inTurns({
      bare: load(() => pool.query({ name, text: bare })),
      served: load(async () => JSON.parse((await bareServer.rows(place)).text)),
      list: load(() => list(anew ? `${asked}&to=${addDays('2100-01-01', days++)}` : asked, search)),
    })
    figures.push({ name, loads })
  }
  await bareServer.stop()
  await pool.end()
  return figures
}

function reportOf(figures: readonly Figures[]): Report {
  const of = (name: string) => figures.find((one) => one.name === name)?.loads as Figures['loads']
  const first = of(FIRST_PAGE)
  const last = of(LAST_PAGE)
  const searches = figures.filter(({ name }) => name.startsWith('search'))
  const slow = searches.filter(({ loads }) => loads.list.p99 >= SEARCH_MS)
  const overBare = first.list.p99 / first.bare.p99
  return {
    findings: [
      {
        asked: "p99 of page 1 under 2.5 times the bare query's",
        reached: `${times(overBare)} times; ${times(first.list.p99 / first.served.p99)} of the bare query's behind a bare HTTP server`,
        holds: overBare < 2.5,
      },
      {
        asked: 'the last page as fast as the first (p50 at most 1.2 times)',
        reached: `${times(last.list.p50 / first.list.p50)} times`,
        holds: last.list.p50 / first.list.p50 <= 1.2,
      },
      {
        asked: `p99 of a search under ${SEARCH_MS} ms`,
        reached: `${ms(Math.max(...searches.map(({ loads }) => loads.list.p99)))} at most${slow.length > 0 ? `; over it: ${slow.map(({ name }) => name).join('; ')}` : ''}`,
        holds: slow.length === 0,
      },
    ],
    tables: [
      table(
        [
          '',
          "p99 of the bare query's",
          "of the bare server's",
          'per second',
          'p50',
          'p99',
          'bare: per second',
          'p50',
          'p99',
        ],
        figures.map(({ name, loads: { list, bare, served } }) => [
          name,
          times(list.p99 / bare.p99),
          times(list.p99 / served.p99),
          ...[list, bare].flatMap((load) => [count(load.perSecond), ms(load.p50), ms(load.p99)]),
        ]),
      ),
    ],
  }
}
