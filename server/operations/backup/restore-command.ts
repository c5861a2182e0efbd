import path from 'node:path'
import type { Pool } from 'pg'
import { audit } from '../../accounts/audit/audit.ts'
import { Refused, WrongUsage } from '../../platform/process/command-errors.ts'
import { parsedArgs } from '../../platform/process/parsed-args.ts'
import { count } from './backup-command.ts'
import { backupsIn, readable } from './backup-file.ts'
import { ENCRYPTED, privateKeyIn } from './encryption.ts'
import { rehearse } from './rehearse.ts'
import { type Backup, checkedBackup, restoreBackup } from './restore.ts'

export const RESTORE_USAGE = `npm run restore -- <file>
npm run restore -- --verify [<file>]
Both take --key <file> for an encrypted backup: its private key.

The first fills the configured database, which must be empty. With --verify a backup (the newest of DATA_DIR/backups
unless one is named) is restored into a database made for it, compared, and dropped again.`

export type RestoreCommand = {
  file: string | undefined
  verify: boolean
  /** File of the private key, for an encrypted backup. */
  key?: string | undefined
}

/** Parses the arguments of `npm run restore --`. @throws WrongUsage with a sentence */
export function parseRestoreCommand(args: readonly string[]): RestoreCommand {
  const { values, positionals } = parsedArgs(args, {
    verify: { type: 'boolean', default: false },
    key: { type: 'string' },
  })
  const [file, ...more] = positionals
  if (more.length > 0) throw new WrongUsage('One backup is restored at a time.')
  if (!values.verify && file === undefined) throw new WrongUsage('Say which file to restore.')
  const { verify, key } = values
  return { file, verify, ...(key !== undefined && { key }) }
}

type Surroundings = {
  /** Called only for a complete backup. */
  databaseUrl(): Promise<string>
  connect(): Promise<Pool>
  dataDir: string
  say(line: string): void
}

/** @throws Refused with a sentence when nothing was restored */
export async function runRestoreCommand(command: RestoreCommand, surroundings: Surroundings): Promise<void> {
  const { databaseUrl, connect, dataDir, say } = surroundings
  const started = performance.now()
  const file = command.file ?? (await newest(path.join(dataDir, 'backups')))
  await readable(file)
  const backup = await checkedBackup(file, await keyFor(file, command.key))
  const url = await databaseUrl()
  if (command.verify) {
    await rehearse(url, backup)
    await noteVerified(await connect(), backup)
  } else await restoreBackup(url, backup)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const rowsOf = (name: string) =>
    backup.foot.tables.find((table) => table.name === `public.${name}`)?.rows ?? 0
  const what = `${count(rowsOf('appointments'), 'appointment')}, ${count(rowsOf('patients'), 'patient')}, ${count(backup.rows, 'row')} in all`
  if (command.verify) {
    say(`This backup can be restored: ${file}, as of ${backup.head.takenAt}.`)
    say(`Restored into a new database, read back and compared: ${what}, ${seconds} s.`)
    return
  }
  say(`Restored ${file}, as of ${backup.head.takenAt}: ${what}, read back and compared, ${seconds} s.`)
  say('Everyone has to sign in again. What was revoked, disabled or erased since then has to be once more.')
}

/** @throws Refused when an encrypted backup comes without a key */
async function keyFor(file: string, key: string | undefined): Promise<string | undefined> {
  if (!file.endsWith(ENCRYPTED)) return undefined
  if (key === undefined) {
    throw new Refused(`${file} is encrypted: say where its private key is, --key <file>.`)
  }
  return privateKeyIn(key)
}

async function newest(folder: string): Promise<string> {
  const [file] = await backupsIn(folder)
  if (file === undefined)
    throw new Refused(`There is no backup in ${folder}: make one (npm run backup), or name a file.`)
  return file
}

/** Stored in the configured database, if there is one, for `npm run doctor`. */
async function noteVerified(pool: Pool, { head, rows }: Backup): Promise<void> {
  const { rows: found } = await pool.query(`SELECT to_regclass('public.audit_log') IS NOT NULL AS there`)
  if (!found[0].there) return
  await audit(pool, {
    staffId: null,
    action: 'backup.verified',
    subject: { kind: 'backup', id: head.takenAt },
    details: { rows, by: 'command line' },
  })
}
