import { type ClientBase, escapeIdentifier } from 'pg'
import { ONE_TIME_CODE } from '../../patients/codes/queue.ts'
import { UNDELIVERED_QUEUE } from '../../platform/queue/job.ts'
import { QUEUES } from '../set-up/queues.ts'

/** A table's columns, and a stable order of its rows. */
export type StoredTable = {
  /** With the schema: 'public.appointments'. */
  name: string
  columns: string[]
  /** Sort key, as SQL. */
  key: string[]
}

const RESTART = 'made anew by the start'
/**
 * Tables left out of backups, with the reason. Every other table of `public` is included, so that a new one
 * cannot be forgotten; of pg-boss's tables only the jobs.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'public.sessions': 'a token is worth nothing after a restore: everyone signs in again',
  'public.known_devices': 'a browser is known again after the next sign-in; one that was forgotten stays so',
  'public.device_people': 'a PIN that was taken away would hold again; each is chosen anew after a sign-in',
  'public.calendar_feeds': 'an address that was revoked would open again; each is made anew',
  'public.api_keys': 'a key that was revoked would be good again; each is made anew',
  'public.rate_limits': 'counts of the last minutes and of the SMS of a day',
  'public.retention_runs': 'of the clock of this machine',
  'public.secrets': 'made anew when first needed',
  'public.incoming_sms': 'deliveries of the last days, known by a key that is made anew',
  'public.webhook_events': 'what was told in the last days; a restored database tells nothing again',
  'public.webhook_deliveries': 'the telling of it',
  'public.spent_proofs': 'proofs of work of the last minutes',
  'public.oidc_sign_ins': 'sign-ins of the last minutes, with their secrets',
  'public.factor_steps': 'sign-ins and set-ups of the last minutes, with their secrets',
  'public.challenges': 'one-time codes of the last minutes',
  'public.password_resets': 'links of the last half hour; a used one would be good again',
  'public.overview_days': 'counted anew from the visits when somebody asks',
  'public.overview_doctors': 'as overview_days',
  'public.overview_counts': 'as overview_days',
  'public.overview_changes': 'as overview_days',
  'drizzle.__drizzle_migrations': 'written by the migrations that a restore runs; the level is in the head',
  'pgboss.version': RESTART,
  'pgboss.queue': RESTART,
  'pgboss.queue_stats': 'counts of the queues, for watching them',
  'pgboss.bam': 'pg-boss rebuilding its own tables',
  'pgboss.schedule': 'Enamel has none',
  'pgboss.subscription': 'Enamel has none',
  'pgboss.job_dependency': 'Enamel has none',
  'pgboss.warning': 'what pg-boss found slow',
}

export const JOBS = 'pgboss.job'
/** Columns of a job; those that this version of pg-boss lacks are left out, and all others get defaults. */
const JOB_COLUMNS =
  'id name data priority state retry_limit retry_count retry_delay retry_backoff retry_delay_max expire_seconds start_after created_on keep_until dead_letter policy source_name source_id'.split(
    ' ',
  )
/** Codes and password links have expired before any restore. */
const STORED_QUEUES = [
  ...QUEUES.filter((queue) => queue !== ONE_TIME_CODE.queue).map(({ name }) => name),
  UNDELIVERED_QUEUE,
]
const JOBS_TO_DO = `state IN ('created', 'retry', 'active')
  AND name IN (${STORED_QUEUES.map((name) => `'${name}'`).join(', ')})
  AND coalesce(data ->> 'kind', '') NOT IN ('password_reset', 'factor_code') AND NOT data ? 'challengeId'`

type CatalogRow = {
  name: string
  columns: string[]
  key: string[] | null
  /** Tables that this one references. */
  needs: string[]
}

/** Our tables and the jobs', with their columns except generated ones. */
const CATALOG = `
  SELECT format('%s.%s', n.nspname, c.relname) AS name,
    (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
     WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT array_agg(quote_ident(attname) || CASE WHEN attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END
                      ORDER BY array_position(indkey::int2[], attnum))
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indrelid = c.oid AND indisprimary) AS key,
    ARRAY(SELECT format('public.%s', r.relname) FROM pg_constraint JOIN pg_class r ON r.oid = confrelid
          WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> conrelid) AS needs
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND (n.nspname = 'public' OR format('%s.%s', n.nspname, c.relname) = '${JOBS}')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY 1`

/** Sorted so that referenced tables come first. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<CatalogRow>(CATALOG)
  const wanted = rows.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))
  return inOrder(wanted).map(({ name, columns, key }) => {
    const own = name === JOBS ? JOB_COLUMNS.filter((column) => columns.includes(column)) : columns
    return { name, columns: own, key: key ?? own.map(escapeIdentifier) }
  })
}

/** Reads a table. A restored one gives exactly the rows of the original. */
export function queryOf({ name, columns, key }: StoredTable): string {
  const isJobs = name === JOBS
  // Jobs in progress return to the queue, since their worker is gone after a restore.
  const values = columns.map((column) =>
    isJobs && column === 'state'
      ? `CASE WHEN state = 'active' THEN 'retry' ELSE state END AS state`
      : escapeIdentifier(column),
  )
  const where = isJobs ? ` WHERE ${JOBS_TO_DO}` : ''
  return `SELECT ${values.join(', ')} FROM ${quoted(name)}${where} ORDER BY ${key.join(', ')}`
}

/** Quotes a qualified table name. */
export const quoted = (name: string) => name.split('.').map(escapeIdentifier).join('.')

function inOrder(tables: readonly CatalogRow[]): CatalogRow[] {
  const placed: CatalogRow[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const isWaiting = (name: string) => waiting.some((each) => each.name === name)
    const free = waiting.filter(({ needs }) => !needs.some(isWaiting))
    if (free.length === 0) throw new Error(`Tables need one another: ${waiting.map(({ name }) => name)}`)
    placed.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return placed
}
