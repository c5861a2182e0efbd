import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client, Pool } from 'pg'
import { audit } from '../../accounts/audit/audit.ts'
import { Refused, WrongUsage } from '../../platform/process/command-errors.ts'
import { parsedArgs } from '../../platform/process/parsed-args.ts'
import { keepNewest, packed, storeBackup } from './backup-file.ts'
import { ownConnection } from './connection.ts'
import { caughtUp } from './from-standby.ts'
import { backupText, type Written } from './write.ts'

export const BACKUP_USAGE = `npm run backup [-- <folder>] [--keep <number>] [--standby]
npm run --silent backup -- --stdout [--standby] > <file>
npm run backup -- --make-key <file>

The folder is DATA_DIR/backups unless one is said. With --keep only the newest backups stay in it.
With --standby the tables are read from DATABASE_REPLICA_URL, and DATABASE_URL hears that it was done.
With BACKUP_PUBLIC_KEY it is encrypted; --make-key writes a private key and tells the public one.`

export type BackupCommand = {
  folder: string | undefined
  keep: number | undefined
  stdout: boolean
  /** Whether the standby of DATABASE_REPLICA_URL is read. */
  standby?: boolean
  /** File for a new private key; then no backup is made. */
  makeKey?: string
}

/** Parses the arguments of `npm run backup --`. @throws WrongUsage with a sentence */
export function parseBackupCommand(args: readonly string[]): BackupCommand {
  const { values, positionals } = parsedArgs(args, {
    keep: { type: 'string' },
    stdout: { type: 'boolean', default: false },
    standby: { type: 'boolean' },
    'make-key': { type: 'string' },
  })
  const [folder, ...more] = positionals
  if (more.length > 0) throw new WrongUsage('A backup goes into one folder.')
  const { keep, stdout, standby } = values
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new WrongUsage('--keep takes a number from 1 to 9999.')
  if (stdout && (folder !== undefined || keep !== undefined))
    throw new WrongUsage('--stdout goes into no folder.')
  const makeKey = values['make-key']
  if (makeKey !== undefined) {
    if (folder !== undefined || keep !== undefined || stdout || standby)
      throw new WrongUsage('--make-key stands alone.')
    return { folder, keep: undefined, stdout, makeKey }
  }
  return { folder, keep: keep === undefined ? undefined : Number(keep), stdout, ...(standby && { standby }) }
}

type Surroundings = {
  databaseUrl: string
  /** DATABASE_REPLICA_URL, read with --standby. */
  replicaUrl?: string | undefined
  /** Of databaseUrl, for the audit entry. */
  pool: Pool
  dataDir: string
  /** BACKUP_PUBLIC_KEY; undefined: it is not encrypted. */
  publicKey?: string | undefined
  now: Date
  say(line: string): void
  /** Gets the bytes with --stdout. */
  output: NodeJS.WritableStream
}

/** @throws Refused with a sentence when no backup was written */
export async function runBackupCommand(command: BackupCommand, surroundings: Surroundings): Promise<void> {
  const { databaseUrl, pool, dataDir, publicKey, now, say, output } = surroundings
  const started = performance.now()
  const client = command.standby
    ? await standbyOf(surroundings)
    : await ownConnection(databaseUrl, 'enamel-backup')
  let written: Written | undefined
  const text = backupText(client, version(), (all) => {
    written = all
  })
  let stored: { file: string; bytes: number } | undefined
  const folder = path.resolve(command.folder ?? path.join(dataDir, 'backups'))
  try {
    if (command.stdout) await pipeline(packed(text, publicKey), output)
    else stored = await storeBackup(text, folder, now, publicKey)
  } catch (error) {
    throw brokenOff(error)
  } finally {
    await client.end().catch(() => {})
  }
  const rows = (written?.tables ?? []).reduce((sum, table) => sum + table.rows, 0)
  const seconds = (performance.now() - started) / 1000
  const takenAt = written?.head.takenAt ?? ''
  await audit(pool, {
    staffId: null,
    action: 'backup.taken',
    subject: { kind: 'backup', id: takenAt },
    details: { rows, bytes: stored?.bytes ?? null, encrypted: publicKey !== undefined, by: 'command line' },
  })
  const facts = `${count(rows, 'row')} as of ${takenAt}, ${seconds.toFixed(1)} s`
  if (stored) say(`${stored.file}: ${(stored.bytes / 1e6).toFixed(1)} MB, ${facts}.`)
  else say(`Backup written: ${facts}.`)
  if (stored && command.keep !== undefined) {
    const deleted = await keepNewest(folder, command.keep, stored.file)
    if (deleted > 0) say(`${count(deleted, 'older backup')} deleted.`)
  }
}

/** @throws Refused when it may lack commits of the primary */
async function standbyOf({ replicaUrl, pool }: Surroundings): Promise<Client> {
  if (replicaUrl === undefined)
    throw new Refused('--standby reads from DATABASE_REPLICA_URL, which is not set.')
  const client = await ownConnection(replicaUrl, 'enamel-backup', {
    setting: 'DATABASE_REPLICA_URL',
    standby: true,
  })
  try {
    await caughtUp(pool, client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

export const count = (n: number, what: string) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`

/** Enamel's version, from package.json. */
export function version(): string {
  const file = new URL('../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Codes of PostgreSQL stopping, and Node's of a closed connection. */
const WENT_AWAY = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/** A standby has to apply the primary's cleanup, and cancels queries that still read it. */
const CONFLICT = '40001'

function brokenOff(error: unknown): unknown {
  const { code = '', message = '' } = error as Error & { code?: string }
  if (code === CONFLICT)
    return new Refused(
      'The standby broke it off, since the primary has cleared away rows that were still to be read. Nothing was stored. ' +
        'Set hot_standby_feedback = on at the standby (docs/operations.md).',
    )
  if (!WENT_AWAY.includes(code) && !message.startsWith('Connection terminated')) return error
  return new Refused(
    'It broke off in the middle (the database, or who reads the backup, went away). Nothing was stored.',
  )
}
