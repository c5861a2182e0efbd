import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { waitFor } from '../../../server/platform/db/embedded/wait-for.ts'
import { openClinic } from '../clinic.ts'
import { query, startOwnDatabase } from '../database.ts'
import type { Scenario } from './scenario.ts'

const HELD_MS = { full: 20_000, quick: 5_000 }
const TAKEN_WITHIN_MS = 30_000

/** Other clients take all of PostgreSQL's connections, including the server's, and release them later. */
export const connections: Scenario = {
  name: 'connections',
  cycles: { full: 5, quick: 1 },
  async run({ cycles, chance, quick }) {
    await using database = await startOwnDatabase()
    await using clinic = await openClinic({ chance, quick, database })
    const { ledger } = clinic
    for (let cycle = 0; cycle < cycles; cycle++) {
      await clinic.waitForBusy()
      const greedy = await takeAll(database.url)
      const refusedBefore = ledger.count.unavailable
      await clinic.calmFor(quick ? HELD_MS.quick : HELD_MS.full)
      if (ledger.count.unavailable === refusedBefore) ledger.problem('nobody noticed that none was left')
      await greedy.giveBack()
      await clinic.recovered(performance.now())
    }
    return await clinic.finish()
  },
}

/** Takes free connections, ends the server's sessions, takes those too, and continues. */
async function takeAll(url: string) {
  const held: pg.Client[] = []
  let given = false

  async function take(): Promise<boolean> {
    const client = new pg.Client({ connectionString: url, application_name: 'greedy' })
    client.on('error', () => {})
    const taken = await client.connect().then(
      () => true,
      () => false,
    )
    if (taken) held.push(client)
    return taken
  }

  while (await take());
  const taking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!given) if (!(await take())) await delay(20)
    }),
  )
  // The server may be quicker than this with a connection that it lost.
  await waitFor(async () => {
    await held[0]?.query(END_OTHERS)
    const limit = await held[0]?.query<{ sessions: number }>(LIMIT)
    return held.length === limit?.rows[0]?.sessions
  }, TAKEN_WITHIN_MS)
  return {
    async giveBack() {
      given = true
      await taking
      await Promise.all(held.map((client) => client.end()))
      await query(url, 'SELECT 1')
    },
  }
}

const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE usename = current_user AND application_name NOT IN ('greedy', 'chaos')`

/** The sessions that this user can have in all. */
const LIMIT = `SELECT current_setting('max_connections')::int
                 - CASE WHEN rolsuper THEN 0
                        ELSE current_setting('superuser_reserved_connections')::int
                           + current_setting('reserved_connections')::int END AS sessions
               FROM pg_roles WHERE rolname = current_user`
