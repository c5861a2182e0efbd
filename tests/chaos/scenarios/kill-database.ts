import { waitFor } from '../../../server/platform/db/embedded/wait-for.ts'
import { openClinic } from '../clinic.ts'
import { query } from '../database.ts'
import type { Scenario } from './scenario.ts'

/** Share of cycles that kill a single database session, after which PostgreSQL restarts all of them. */
const ONE_SESSION = 0.2
const NOTICED_WITHIN_MS = 2_000
/** On a machine with much else to do. */
const SESSION_WITHIN_MS = 30_000

/** kill -9 of the embedded database at random moments; the server's watch restarts it. */
export const killDatabase: Scenario = {
  name: 'kill-database',
  cycles: { full: 50, quick: 4 },
  async run({ cycles, chance, quick }) {
    await using clinic = await openClinic({ chance, quick })
    const { database, ledger } = clinic
    for (let cycle = 0; cycle < cycles; cycle++) {
      await clinic.waitForBusy()
      const pid = chance.happens(ONE_SESSION) ? await oneSession(database.url) : await database.pid()
      const moment = performance.now()
      process.kill(pid, 'SIGKILL')
      // Running sessions may still finish: recovery counts from a failure.
      const failed = await ledger.firstFailureAfter(moment, NOTICED_WITHIN_MS)
      await clinic.recovered(moment, failed)
    }
    return await clinic.finish()
  },
}

async function oneSession(url: string): Promise<number> {
  let session: { pid: number } | undefined
  // A database that has answered a booking may be in the middle of another restart.
  await waitFor(async () => {
    const rows = await query<{ pid: number }>(url, SESSION).catch(() => [])
    session = rows[0]
    return session !== undefined
  }, SESSION_WITHIN_MS)
  if (!session) throw new Error('the server has no session')
  return session.pid
}

const SESSION = `SELECT pid FROM pg_stat_activity WHERE application_name = 'enamel' ORDER BY random() LIMIT 1`
