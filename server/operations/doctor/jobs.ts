import type { Pool } from 'pg'
import { UNDELIVERED_QUEUE } from '../../platform/queue/job.ts'
import { ago, type Finding, ok, warning, wrong } from './finding.ts'

/** Minutes of waiting after which a message is a warning, and an error. */
const SLOW_MINUTES = 5
const STUCK_MINUTES = 60

/** Waiting messages, and those given up within a day, by the database's clock. */
export async function checkJobs(db: Pick<Pool, 'query'>): Promise<Finding[]> {
  const there = await db.query(`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`)
  if (!there.rows[0].there) return []
  const { rows } = await db.query<{ waiting: number; oldest: Date | null; given_up: number; now: Date }>(
    `SELECT count(*) FILTER (WHERE waits)::int AS waiting, min(created_on) FILTER (WHERE waits) AS oldest,
            count(*) FILTER (WHERE name = $1 AND created_on > now() - interval '1 day')::int AS given_up, now() AS now
     FROM (SELECT name, created_on, name <> $1 AND state IN ('created', 'retry', 'active') AS waits FROM pgboss.job) AS job`,
    [UNDELIVERED_QUEUE],
  )
  const [{ waiting, oldest, given_up, now }] = rows as [(typeof rows)[0]]
  return [waits(waiting, oldest, now), givenUp(given_up)]
}

function waits(waiting: number, oldest: Date | null, now: Date): Finding {
  if (oldest === null) return ok('Jobs', 'Nothing waits to be sent.')
  const minutes = (now.getTime() - oldest.getTime()) / 60_000
  const wait = waiting === 1 ? 'One message waits' : `${waiting} messages wait`
  const says = `${wait} to be sent, the oldest for ${ago(oldest, now)}.`
  const advice = "See what is said of mail and SMS here, and 'not sent' in the log of the server."
  if (minutes >= STUCK_MINUTES) return wrong('Jobs', says, advice)
  return minutes >= SLOW_MINUTES ? warning('Jobs', says, advice) : ok('Jobs', says)
}

function givenUp(count: number): Finding {
  if (count === 0) return ok('Given up', 'No message was given up within a day.')
  return warning(
    'Given up',
    `${count === 1 ? 'One message was' : `${count} messages were`} given up within a day.`,
    "Look for 'given up' in the log of the server: it has the ids.",
  )
}
