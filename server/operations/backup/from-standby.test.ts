import { readFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { type Started, startPrimary, startStandby } from '../../platform/db/embedded/standby.fixture.ts'
import { createSetupPool } from '../../platform/db/pool.ts'
import { migrate } from '../set-up/migrate.ts'
import { emptyDatabase, fillEveryTable, testFolder } from './backup.fixture.ts'
import { runBackupCommand } from './backup-command.ts'
import { backupsIn } from './backup-file.ts'
import { caughtUp } from './from-standby.ts'

const NOW = new Date('2030-03-04T06:00:00Z')
/** Two servers are made, started and filled. */
const TWO_SERVERS = { timeout: 240_000 }

function poolOf(url: string, make = (connectionString: string) => new pg.Pool({ connectionString, max: 2 })) {
  const pool = make(url)
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return pool
}

async function twoServers() {
  const primary = await startPrimary()
  const pool = poolOf(primary.url, createSetupPool)
  // The least that PostgreSQL waits, so that the test need not.
  const standby = await startStandby(
    primary.cluster,
    'max_standby_streaming_delay = 0\nwal_receiver_status_interval = 1s',
  )
  await pool.query('DROP TABLE kept')
  await migrate(pool, clinicConfig)
  await fillEveryTable(pool)
  return { primary, pool, standby, asSuperuser: poolOf(standby.superuserUrl) }
}

const backup = (pool: pg.Pool, primary: Started, replicaUrl: string, dataDir: string, output?: PassThrough) =>
  runBackupCommand(
    { folder: undefined, keep: undefined, stdout: output !== undefined, standby: true },
    {
      databaseUrl: primary.url,
      replicaUrl,
      pool,
      dataDir,
      now: NOW,
      say: () => {},
      output: output ?? process.stdout,
    },
  )

/** Reads nothing until allowed to, so that the writer has to wait; then a piece now and then, or the rest. */
function slowReader() {
  const output = new PassThrough({ highWaterMark: 1 })
  const trickle = () => {
    const timer = setInterval(() => output.read(), 50)
    return () => clearInterval(timer)
  }
  return { output, trickle, bytes: () => output.toArray() }
}

it(
  'a backup is read from a standby, with all that the primary had, and the primary is notified',
  TWO_SERVERS,
  async () => {
    const { primary, pool, standby, asSuperuser } = await twoServers()
    const dataDir = await testFolder()
    await asSuperuser.query('SELECT pg_wal_replay_pause()')
    await pool.query(`UPDATE patients SET first_name = 'Latest'`)
    await expect(caughtUp(pool, asSuperuser, 300)).rejects.toThrow(/^The standby lacks what the primary had/)
    const made = backup(pool, primary, standby.url, dataDir)
    await asSuperuser.query('SELECT pg_wal_replay_resume()')
    await made

    const [file = ''] = await backupsIn(`${dataDir}/backups`)
    expect(gunzipSync(await readFile(file)).toString()).toContain('\tLatest\t')
    const { rows: noted } = await pool.query(`SELECT action FROM audit_log ORDER BY id DESC LIMIT 1`)
    expect(noted).toEqual([{ action: 'backup.taken' }])

    const other = await emptyDatabase()
    await expect(backup(pool, primary, other.url, dataDir)).rejects.toThrow(
      /^DATABASE_REPLICA_URL leads to no/,
    )
    expect(await backupsIn(`${dataDir}/backups`)).toEqual([file])
  },
)

it(
  'a backup from a standby is cut off by the primary’s cleanup, unless the standby has hot_standby_feedback on',
  TWO_SERVERS,
  async () => {
    const { primary, pool, standby, asSuperuser } = await twoServers()
    // More than fits between a database and the reader of the backup.
    await pool.query(
      `INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
     SELECT gen_random_uuid(), 'A', 'B', '', '', '', string_agg(md5(random()::text), '')
     FROM generate_series(1, 20000) AS i, generate_series(1, 20) GROUP BY i`,
    )
    async function besideDeletions(): Promise<string | undefined> {
      await pool.query(
        `INSERT INTO erased_clinic_ids SELECT 'x' || i, now() FROM generate_series(1, 100) AS i`,
      )
      const { output, trickle, bytes } = slowReader()
      const made = backup(pool, primary, standby.url, await testFolder(), output).then(
        () => undefined,
        (error: Error) => error.message,
      )
      await expect
        .poll(async () => (await asSuperuser.query(READING)).rows)
        .toEqual([{ wait_event: 'ClientWrite' }])
      await pool.query(`DELETE FROM erased_clinic_ids WHERE clinic_id_hash LIKE 'x%'`)
      await pool.query('VACUUM erased_clinic_ids')
      // The log of a vacuum is flushed with the next commit.
      await pool.query('INSERT INTO erased_clinic_ids VALUES (gen_random_uuid(), now())')
      // A server that waits for its reader notices nothing until it can write again.
      const stop = trickle()
      await caughtUp(pool, asSuperuser)
      stop()
      const [how] = await Promise.all([made, bytes().catch(() => [])])
      return how
    }
    expect(await besideDeletions()).toMatch(/^The standby broke it off/)

    await asSuperuser.query('ALTER SYSTEM SET hot_standby_feedback = on')
    await asSuperuser.query('SELECT pg_reload_conf()')
    const ofPrimary = poolOf(primary.superuserUrl)
    await expect
      .poll(async () => (await ofPrimary.query('SELECT backend_xmin FROM pg_stat_replication')).rows)
      .toEqual([{ backend_xmin: expect.anything() }])
    expect(await besideDeletions()).toBeUndefined()
  },
)

const READING = `SELECT wait_event FROM pg_stat_activity WHERE application_name = 'enamel-backup'`
