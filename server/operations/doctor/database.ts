import type { Pool } from 'pg'
import { missingFunction } from '../../book/booking/booking-function.ts'
import { knownLevels, levelOf } from '../../platform/db/migrations.ts'
import { missingRights, wrongLetters } from '../../platform/db/requirements.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

type Db = Pick<Pool, 'query'>

/** Limit of connections of one process (docs/operations.md). */
const PER_PROCESS = 18

/** Settings of the database that the role which owns the tables needs. */
export async function checkRights(owner: Db, setting: string): Promise<Finding[]> {
  const letters = await wrongLetters(owner)
  return [...(await missingRights(owner, setting)), ...(letters ? [letters] : [])].map(({ says, advice }) =>
    wrong('Database', says, advice),
  )
}

/** Version, superuser, and connections left. */
export async function checkServer(db: Db): Promise<Finding[]> {
  const { rows } = await db.query<{
    version: string
    superuser: boolean
    left: number
    most: number
  }>(
    `SELECT current_setting('server_version') AS version,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
            current_setting('max_connections')::int AS most,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS left`,
  )
  const [{ version, superuser, left, most }] = rows as [(typeof rows)[0]]
  const findings = [ok('Database', `PostgreSQL ${version} answers.`)]
  if (superuser)
    findings.push(
      warning(
        'Database',
        'Its user is a superuser: a hole in Enamel would reach the whole server.',
        'Give Enamel a user of its own that owns the database.',
      ),
    )
  findings.push(
    left >= PER_PROCESS
      ? ok('Connections', `${left} of ${most} connections are free.`)
      : warning(
          'Connections',
          `Only ${left} of ${most} connections are free, and a process of Enamel takes up to ${PER_PROCESS}.`,
          'Raise max_connections, or end what holds them.',
        ),
  )
  return findings
}

export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await db.query(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`)
  return rows[0].there
}

export async function checkMigrations(db: Db): Promise<Finding> {
  if (!(await hasTables(db))) {
    return wrong(
      'Tables',
      'The database has no tables yet.',
      'Start Enamel once (npm start), or restore a backup.',
    )
  }
  const [known, level] = [knownLevels(), await levelOf(db)]
  const newest = known.at(-1)!
  if (level.at > newest.at) {
    return wrong(
      'Tables',
      'The tables are of a newer Enamel than this one.',
      'Start the newer one again; going back means restoring a backup.',
    )
  }
  const behind = known.filter(({ at }) => at > level.at).length
  if (behind > 0) {
    return warning(
      'Tables',
      `${behind} migration${behind === 1 ? ' is' : 's are'} still to be made.`,
      'Back up, then restart Enamel.',
    )
  }
  const missing = await missingFunction(db)
  if (missing) return wrong('Tables', `The function that ${missing}s is not there.`, 'Restart Enamel.')
  return ok('Tables', `The tables are up to date (${newest.name}).`)
}

/** Finds running Enamel processes and their addresses. */
export async function checkProcesses(db: Db): Promise<Finding> {
  const { rows } = await db.query<{ name: string; connections: number; since: Date }>(
    `SELECT application_name AS name, count(*)::int AS connections, min(backend_start) AS since FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'enamel%' AND pid <> pg_backend_pid()
     GROUP BY 1 ORDER BY 1`,
  )
  if (!rows.some(({ name }) => name === 'enamel-jobs')) {
    return wrong(
      'Processes',
      'No process of Enamel works on the database: nobody can book, and no mail is sent.',
      'Start it (npm start).',
    )
  }
  const listed = rows.map(({ name, connections }) => `${name} ${connections}`).join(', ')
  return ok('Processes', `Enamel is at work; connections by name: ${listed}.`)
}
