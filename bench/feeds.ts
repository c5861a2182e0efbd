import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Pool, request } from 'undici'
import clinicConfig from '../clinic.config.ts'
import { feedPath } from '../contract/feeds.ts'
import { newToken, tokenHash } from '../server/auth/tokens.ts'
import { barePool } from './support/bare-pool.ts'
import { healthOf, MEASURABLE } from './support/memory.ts'
import { type Bench, count, ms, type Report, table } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { staffHeaders } from './support/staff.ts'

const FEEDS = 1_000
/** One in five is of a location, the others of doctors. */
const OF_LOCATIONS = FEEDS / 5
/** Every 15 minutes. */
const FETCHES_AN_HOUR = 4
const AT_A_TIME = 4
/** Of nine doctors: some 3,300 visits each within a year. */
const STORED = 30_000

/** Seconds of processor time for a number of fetches: of the server and, where it asks any, of the database's processes. */
type Cost = { server: number; database: number; fetches: number; bytes: number }

export const feedsBench: Bench = {
  title: 'Calendar feeds',
  what:
    `${count(FEEDS)} feeds, ${OF_LOCATIONS} of locations and the others of doctors, in a book of ${count(STORED)} that is full to every slot: all read once, ` +
    'as each is once an hour; then, unchanged, every 15 minutes of an hour by their tags, beside a bare server that answers 304 to ' +
    'as many. Processor time of the server by its own count, of the database by that of its processes.',
  run: () => withStack({ connections: AT_A_TIME, stored: STORED }, measureFeeds),
}

async function measureFeeds(stack: Stack): Promise<Report> {
  const paths = await storeFeeds(stack.databaseUrl)
  const tags = new Map<string, string>()
  const read = await costOf(stack, paths.length, async (i) => {
    const { headers, body, statusCode } = await stack.http.request({ method: 'GET', path: paths[i] ?? '' })
    const { byteLength } = await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`A feed was answered ${statusCode}.`)
    tags.set(paths[i] ?? '', String(headers.etag))
    return byteLength
  })
  const unchanged = await costOf(stack, FEEDS * FETCHES_AN_HOUR, async (i) => {
    const path = paths[i % FEEDS] ?? ''
    return again(stack.http, path, tags.get(path) ?? '')
  })

  const bare = fork(new URL('./bare-tags.ts', import.meta.url), MEASURABLE)
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const http = new Pool(url, { connections: AT_A_TIME })
  const { headers, body } = await request(url)
  await body.dump()
  const reference = await costOf({ server: bare }, FEEDS * FETCHES_AN_HOUR, (i) =>
    again(http, paths[i % FEEDS] ?? '', String(headers.etag)),
  )
  await http.close()
  bare.kill()

  const both = ({ server, database }: Cost) => server + database
  const row = (name: string, { fetches, ...cost }: Cost) => [
    name,
    count(fetches),
    seconds(cost.server),
    seconds(cost.database),
    ms((1_000 * (cost.server + cost.database)) / fetches),
  ]
  return {
    findings: [
      {
        asked: `processor seconds an hour of ${count(FEEDS)} unchanged feeds, fetched every 15 minutes`,
        reached: `${seconds(both(unchanged))}, ${(both(unchanged) / both(reference)).toFixed(1)} times a bare server's`,
        holds: null,
      },
      {
        asked: 'the same with reading each once, as every hour',
        reached: `${seconds(both(unchanged) + both(read))}, ${((both(unchanged) + both(read)) / 36).toFixed(1)} % of a core`,
        holds: null,
      },
    ],
    tables: [
      table(
        ['', 'fetches', 'server', 'database', 'each'],
        [
          row(`read, ${Math.round(read.bytes / read.fetches / 1_000)} KB each`, read),
          row('unchanged', unchanged),
          row('a bare server, unchanged', reference),
        ],
      ),
    ],
  }
}

const seconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} s`

async function again(http: Pool, path: string, tag: string): Promise<number> {
  const { statusCode, body } = await http.request({ method: 'GET', path, headers: { 'if-none-match': tag } })
  await body.dump()
  if (statusCode !== 304) throw new Error(`An unchanged feed was answered ${statusCode}.`)
  return 0
}

/** @returns the feeds' addresses without the origin */
async function storeFeeds(databaseUrl: string): Promise<string[]> {
  const pool = barePool(databaseUrl, 1)
  await staffHeaders(pool, 'admin')
  const tokens = Array.from({ length: FEEDS }, newToken)
  const { locations, doctors } = clinicConfig
  await pool.query(
    `INSERT INTO calendar_feeds (token_hash, location, doctor_id, locations, names, made_by, made_at)
     SELECT hash, location, doctor, CASE WHEN location IS NOT NULL THEN ARRAY[location] END, false,
            (SELECT id FROM staff ORDER BY id DESC LIMIT 1), now()
     FROM unnest($1::text[], $2::text[], $3::text[]) AS given (hash, location, doctor)`,
    [
      tokens.map(tokenHash),
      tokens.map((_, i) => (i < OF_LOCATIONS ? locations[i % locations.length]?.code : null)),
      tokens.map((_, i) => (i < OF_LOCATIONS ? null : doctors[i % doctors.length]?.id)),
    ],
  )
  await pool.end()
  return tokens.map(feedPath)
}

/** @param fetch one of them, and its bytes */
async function costOf(
  of: { server: ChildProcess; databaseUrl?: string },
  fetches: number,
  fetch: (i: number) => Promise<number>,
): Promise<Cost> {
  const pool = of.databaseUrl === undefined ? null : barePool(of.databaseUrl, 1)
  const spent = async () => ({
    server: (await healthOf(of.server, 'as it is')).processorSeconds,
    database: pool ? await databaseSeconds(pool) : 0,
  })
  const before = await spent()
  let next = 0
  let bytes = 0
  const inTurn = async () => {
    while (next < fetches) {
      const more = await fetch(next++)
      bytes += more
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, inTurn))
  const after = await spent()
  await pool?.end()
  return {
    server: after.server - before.server,
    database: after.database - before.database,
    fetches,
    bytes,
  }
}

const TICKS_A_SECOND = 100

/** Of the processes that serve connections, which last as long as these; Linux alone tells. */
async function databaseSeconds(pool: ReturnType<typeof barePool>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const ticks = await Promise.all(
    rows.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // Behind the name, which may have spaces: the 12th and 13th are user and system time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    }),
  )
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
}
