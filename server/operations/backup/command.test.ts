import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { Refused, WrongUsage } from '../../platform/process/command-errors.ts'
import { emptyDatabase, fillEveryTable, testFolder } from './backup.fixture.ts'
import { parseBackupCommand, runBackupCommand } from './backup-command.ts'
import { backupsIn, storeBackup } from './backup-file.ts'
import { parseRestoreCommand, runRestoreCommand } from './restore-command.ts'

const NIGHTS = [1, 2, 3].map((day) => new Date(`2030-03-0${day}T02:00:00Z`))

async function backup(
  { url, pool }: TestDatabase,
  dataDir: string,
  now: Date,
  keep?: number,
): Promise<string[]> {
  const said: string[] = []
  await runBackupCommand(
    { folder: undefined, keep, stdout: false },
    { databaseUrl: url, pool, dataDir, now, say: (line) => said.push(line), output: process.stdout },
  )
  return said
}

function restore({ url, pool }: Pick<TestDatabase, 'url' | 'pool'>, dataDir: string, file?: string) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const surroundings = { databaseUrl: async () => url, connect: async () => pool, dataDir, say }
  return runRestoreCommand({ file, verify: file === undefined }, surroundings).then(() => said.join('\n'))
}

describe('a command line', () => {
  it.each([
    { args: [], is: { folder: undefined, keep: undefined, stdout: false } },
    { args: ['/mnt', '--keep', '14'], is: { folder: '/mnt', keep: 14, stdout: false } },
    {
      args: ['--standby', '--stdout'],
      is: { folder: undefined, keep: undefined, stdout: true, standby: true },
    },
    { args: ['--stdout'], is: { folder: undefined, keep: undefined, stdout: true } },
  ])('npm run backup -- $args', ({ args, is }) => expect(parseBackupCommand(args)).toEqual(is))

  it.each([['a', 'b'], ['--keep', '0'], ['--keep', '-1'], ['--stdout', 'a'], ['--other']])(
    'npm run backup -- %s %s is not understood',
    (...args) => expect(() => parseBackupCommand(args)).toThrow(WrongUsage),
  )

  it.each([
    { args: ['a.gz'], is: { file: 'a.gz', verify: false } },
    { args: ['--verify'], is: { file: undefined, verify: true } },
    { args: ['--verify', 'a.gz'], is: { file: 'a.gz', verify: true } },
  ])('npm run restore -- $args', ({ args, is }) => expect(parseRestoreCommand(args)).toEqual(is))

  it.each([{ args: [] }, { args: ['a', 'b'] }, { args: ['--force', 'a'] }])(
    'npm run restore -- $args is not understood',
    ({ args }) => expect(() => parseRestoreCommand(args)).toThrow(WrongUsage),
  )
})

it('the backup runs every night, keeps the newest and no foreign file, and rehearses the newest', async () => {
  await using database = await testDatabase()
  const { pool } = database
  await fillEveryTable(pool)
  const dataDir = await testFolder()
  const folder = path.join(dataDir, 'backups')
  const [said] = await backup(database, dataDir, NIGHTS[0]!)
  expect(said).toMatch(
    /enamel-2030-03-01T02-00-00-000Z\.sql\.gz: 0\.0 MB, \d+ rows as of 20\S+Z, \d+\.\d s\.$/,
  )
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of ['notes.sql.gz', 'enamel-before-upgrade.sql.gz'])
    await writeFile(path.join(folder, name), '')
  // One of a process killed a day ago, and one of a running process.
  await writeFile(path.join(folder, 'enamel-000000000000.unfinished'), '')
  await utimes(path.join(folder, 'enamel-000000000000.unfinished'), NIGHTS[0]!, NIGHTS[0]!)
  await writeFile(path.join(folder, 'enamel-111111111111.unfinished'), '')
  await utimes(path.join(folder, 'enamel-111111111111.unfinished'), NIGHTS[2]!, NIGHTS[2]!)
  await backup(database, dataDir, NIGHTS[1]!)
  expect(await backup(database, dataDir, NIGHTS[2]!, 2)).toContain('1 older backup deleted.')
  expect((await readdir(folder)).sort()).toEqual([
    'enamel-111111111111.unfinished',
    'enamel-2030-03-02T02-00-00-000Z.sql.gz',
    'enamel-2030-03-02T02-00-00-000Z.sql.gz.sha256',
    'enamel-2030-03-03T02-00-00-000Z.sql.gz',
    'enamel-2030-03-03T02-00-00-000Z.sql.gz.sha256',
    'enamel-before-upgrade.sql.gz',
    'notes.sql.gz',
  ])

  expect(await restore(database, dataDir)).toMatch(
    /^This backup can be restored: \S+2030-03-03T02\S+, as of \S+\.\nRestored .+: 3 appointments, 3 patients, \d+ rows in all/,
  )
  const { rows } = await pool.query(
    `SELECT action FROM audit_log WHERE action ~ '^backup.[^t]|taken' ORDER BY id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([...Array(3).fill('backup.taken'), 'backup.verified'])

  const target = await emptyDatabase()
  const [, newest] = await backupsIn(folder)
  expect(await restore(target, dataDir, newest)).toContain('Everyone has to sign in again.')

  // The clock was ahead and is right again: the new backup stays.
  expect(await backup(database, dataDir, NIGHTS[0]!, 1)).toContain('2 older backups deleted.')
  expect(await backupsIn(folder)).toEqual([path.join(folder, 'enamel-2030-03-01T02-00-00-000Z.sql.gz')])
})

it('the command reports that there is nothing to rehearse, and that a file is missing', async () => {
  await using database = await testDatabase()
  const dataDir = await testFolder()
  await expect(restore(database, dataDir)).rejects.toThrow(/^There is no backup in .+: make one/)
  await expect(restore(database, dataDir, path.join(dataDir, 'x'))).rejects.toThrow('cannot be read (ENOENT)')
})

it('a backup on standard output has the same bytes', async () => {
  await using database = await testDatabase()
  const output = new PassThrough()
  const bytes = output.toArray()
  const [dataDir, now] = [await testFolder(), NIGHTS[0]!]
  await runBackupCommand(
    { folder: undefined, keep: undefined, stdout: true },
    { databaseUrl: database.url, pool: database.pool, dataDir, now, say: () => {}, output },
  )
  const file = path.join(dataDir, 'piped.sql.gz')
  await writeFile(file, Buffer.concat(await bytes))
  const target = await emptyDatabase()
  expect(await restore(target, dataDir, file)).toContain(`Restored ${file}`)
})

describe('an interrupted backup', () => {
  it('leaves nothing behind, and reports that the disk is full', async () => {
    const folder = await testFolder()
    async function* text() {
      yield Buffer.from('-- enamel-backup {}\n')
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
    }
    await expect(storeBackup(text(), folder, NIGHTS[0]!)).rejects.toThrow(
      /^There is no room for the backup in .+ Nothing was stored\.$/,
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves nothing behind when the database goes down, records no backup, and keeps earlier ones', async () => {
    await using database = await testDatabase()
    const { pool } = database
    const dataDir = await testFolder()
    await backup(database, dataDir, NIGHTS[0]!)
    // Another session's lock delays the backup until it is cut.
    const other = await pool.connect()
    try {
      await other.query('BEGIN; LOCK TABLE staff')
      const cut = backup(database, dataDir, NIGHTS[1]!).catch((error: unknown) => error)
      const terminate = () =>
        pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'enamel-backup' AND datname = current_database() AND wait_event_type = 'Lock'`,
        )
      await expect.poll(async () => (await terminate()).rowCount).toBe(1)
      expect(await cut).toBeInstanceOf(Refused)
    } finally {
      other.release(true)
    }
    expect(await backupsIn(path.join(dataDir, 'backups'))).toHaveLength(1)
    expect(await readdir(path.join(dataDir, 'backups'))).toHaveLength(2)
    expect((await pool.query(`SELECT 1 FROM audit_log WHERE action = 'backup.taken'`)).rowCount).toBe(1)
  })

  it('leaves nothing behind and fails when it is told to stop', async () => {
    await using database = await testDatabase()
    const folder = await testFolder()
    const other = await database.pool.connect()
    try {
      await other.query('BEGIN; LOCK TABLE staff')
      const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: folder }
      const child = spawn(process.execPath, ['scripts/backup.ts', path.join(folder, 'here')], { env })
      const ended = once(child, 'close')
      const waiting = () =>
        database.pool.query(
          `SELECT 1 FROM pg_stat_activity
           WHERE application_name = 'enamel-backup' AND datname = current_database() AND wait_event_type = 'Lock'`,
        )
      await expect.poll(async () => (await waiting()).rowCount).toBe(1)
      expect(await readdir(path.join(folder, 'here'))).toHaveLength(1)
      child.kill('SIGTERM')
      expect(await ended).toEqual([1, null])
      expect(await readdir(path.join(folder, 'here'))).toEqual([])
    } finally {
      other.release(true)
    }
  })

  it('reports that a folder cannot be written', async () => {
    await using database = await testDatabase()
    const dataDir = await testFolder()
    await writeFile(path.join(dataDir, 'backups'), 'a file')
    await expect(backup(database, dataDir, NIGHTS[0]!)).rejects.toThrow(
      /cannot be written into .+ \((EEXIST|ENOTDIR)\)/,
    )
    expect(await readFile(path.join(dataDir, 'backups'), 'utf8')).toBe('a file')
  })
})
