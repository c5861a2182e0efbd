import { randomBytes } from 'node:crypto'
import { type ClientBase, escapeIdentifier } from 'pg'
import { missingFunction } from '../../book/booking/booking-function.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { ownConnection } from './connection.ts'
import { type Backup, restoreBackup } from './restore.ts'
import { sqlForSameKind } from './same-kind.ts'

/** Name of a rehearsal's database: the start in seconds since 1970, and a random part. */
const NAME = '^enamel_rehearsal_(\\d{10})_'
const HOUR_S = 3_600

/**
 * Restores a backup into a temporary database beside the configured one, checks that it works, and drops it.
 * @throws Refused with a sentence when the backup cannot be restored, or a rehearsal is impossible here
 */
export async function rehearse(databaseUrl: string, backup: Backup): Promise<void> {
  const server = await ownConnection(databaseUrl, 'enamel-restore')
  const name = `enamel_rehearsal_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`
  try {
    await dropForgotten(server)
    await server.query(await sqlForSameKind(server, name)).catch((error: unknown) => {
      throw notMade(error)
    })
    try {
      const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
      await restoreBackup(url, backup)
      await refuseUnusable(url)
    } finally {
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  } finally {
    await server.end().catch(() => {})
  }
}

/** Killed rehearsals would leave patients' data forever; drops those older than an hour. */
async function dropForgotten(server: ClientBase): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d
     WHERE substring(datname FROM $1)::bigint < extract(epoch FROM now()) - $2 AND pg_has_role(datdba, 'USAGE')
       AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datid = d.oid)`,
    [NAME, HOUR_S],
  )
  for (const { name } of rows) await server.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)}`)
}

/**
 * Checks that constraints exist and are enforced; PostgreSQL has checked the rows against them.
 * @throws Refused
 */
async function refuseUnusable(url: string): Promise<void> {
  const client = await ownConnection(url, 'enamel-restore')
  try {
    const { rows } = await client.query<{
      overlaps: boolean
      broken: number
      references: number
    }>(
      `SELECT count(*) FILTER (WHERE contype = 'x' AND conname = 'appointments_no_overlap' AND convalidated) > 0 AS overlaps,
              count(*) FILTER (WHERE NOT convalidated)::int AS broken,
              count(*) FILTER (WHERE contype = 'f' AND conrelid = 'appointments'::regclass)::int AS "references"
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
    )
    const [found] = rows
    if (!found?.overlaps)
      throw new Refused('The restored tables do not keep doctors from being booked twice.')
    if (found.broken > 0 || found.references < 3)
      throw new Refused('The restored tables do not hold together.')
    const missing = await missingFunction(client)
    if (missing) throw new Refused(`The restored database has no function to ${missing} with.`)
  } finally {
    await client.end().catch(() => {})
  }
}

function notMade(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === '53100') return new Refused("The database's disk is full: there is no room for a rehearsal.")
  if (code !== '42501') return error
  return new Refused(
    'The user of DATABASE_URL may not make a database to rehearse in: allow it (ALTER ROLE ... CREATEDB), or rehearse on ' +
      'another server (DATABASE_URL=... npm run restore -- --verify <file>).',
  )
}
