import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { STORED_COLUMNS, STORED_JOINS } from '../server/appointments/stored.ts'
import { adminHeaders } from './support/admin.ts'
import { ask } from './support/ask.ts'
import { type Measured, measure, median } from './support/load.ts'
import { barePool, type Stack } from './support/stack.ts'

const CONNECTIONS = 10
const SECONDS = 4
const ROUNDS = 3

type Case = {
  name: string
  /** Page numbers 'last' and 'middle' are found out by asking. */
  path: string
  search?: string
  /** One caller asks, as one person types; else ten do. */
  alone?: boolean
  bare: string
}

/** Ten rows of one range of an index, and what the list shows of them: the least that a page takes. */
const rows = (where: string, order: string) =>
  `SELECT ${STORED_COLUMNS}
   FROM (SELECT * FROM appointments a WHERE ${where} ORDER BY ${order} LIMIT 10) a ${STORED_JOINS} ORDER BY ${order}`
const OLDEST = 'a.starts_at, a.id'
const LATEST = 'a.starts_at DESC, a.id DESC'

/** Patients by an index of trigrams and their appointments: the least that a search takes. */
const found = (name: string) =>
  `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS} WHERE p.name_key LIKE '%${name}%' LIMIT 10`

const open = (where = '') => rows(`${where} a.status = 'open' AND a.starts_at > now()`, OLDEST)
const past = (where = '') => rows(`${where} a.status = 'confirmed' AND a.starts_at < now()`, LATEST)
const oldest = (where = '') => rows(`${where} a.status = 'confirmed'`, OLDEST)
const fct = `a.location = 'fct' AND`

const CASES: Case[] = [
  { name: 'page 1 of a location', path: 'fct', bare: open(fct) },
  { name: 'last page of a location', path: 'fct?page=last', bare: oldest(fct) },
  { name: 'page 1 of a location, open ones', path: 'fct?status=1', bare: open(fct) },
  { name: 'page 1 of a location, confirmed ones', path: 'fct?status=0', bare: past(fct) },
  { name: 'page 1 of all locations', path: 'all', bare: open() },
  { name: 'last page of all locations', path: 'all?page=last', bare: oldest() },
  { name: 'middle page of all locations', path: 'all?page=middle', alone: true, bare: past() },
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

export type ListFigures = {
  name: string
  list: Measured
  /** The bare query through the driver. */
  bare: Measured
  /** The same query behind a bare HTTP server. */
  served: Measured
}

/** POST /appointments/{location} with a million appointments stored, each page beside a bare query of as many rows. */
export async function benchList(stack: Stack): Promise<ListFigures[]> {
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  const headers = await adminHeaders(pool)
  const bareServer = await startBareServer(stack.databaseUrl)
  const list = async (path: string, search?: string) => {
    const request = { method: 'POST' as const, path: `/api/appointments/${path}`, headers }
    const { status, text } = await ask(stack.http, { ...request, body: JSON.stringify({ search }) })
    if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
    return JSON.parse(text) as { data: unknown[]; paging: { totalPages: number } }
  }

  const figures: ListFigures[] = []
  for (const [place, { name, path, search, alone, bare }] of CASES.entries()) {
    const { paging } = await list(path.replace(/page=\w+/, ''), search)
    const asked = path
      .replace('page=last', `page=${paging.totalPages}`)
      .replace('page=middle', `page=${Math.floor(paging.totalPages / 2)}`)
    if ((await list(asked, search)).data.length === 0) throw new Error(`${name}: nothing is there`)
    const load = (work: () => Promise<unknown>) =>
      measure({
        connections: alone ? 1 : CONNECTIONS,
        seconds: SECONDS,
        work: async () => void (await work()),
      })
    const lists: Measured[] = []
    const bares: Measured[] = []
    const serveds: Measured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bares.push(await load(() => pool.query({ name, text: bare })))
      serveds.push(await load(async () => JSON.parse((await bareServer.rows(place)).text)))
      lists.push(await load(() => list(asked, search)))
    }
    figures.push({ name, list: median(lists), bare: median(bares), served: median(serveds) })
  }
  await bareServer.stop()
  await pool.end()
  return figures
}

/** A server that does nothing but the bare queries, by their place in CASES. */
async function startBareServer(databaseUrl: string) {
  const server = fork(new URL('./bare-rows.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      BARE_QUERIES: JSON.stringify(CASES.map(({ bare }) => bare)),
    },
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  return {
    rows: (place: number) => ask(http, { method: 'POST', path: `/${place}`, headers: {}, body: '{}' }),
    async stop() {
      await http.close()
      server.kill()
      await once(server, 'exit')
    },
  }
}
