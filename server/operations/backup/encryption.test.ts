import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { PUBLIC_KEY } from '../../platform/config/config.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { contents, emptyDatabase, fillEveryTable, testFolder } from './backup.fixture.ts'
import { parseBackupCommand, runBackupCommand } from './backup-command.ts'
import { backupsIn } from './backup-file.ts'
import { makeKey } from './encryption.ts'
import { parseRestoreCommand, runRestoreCommand } from './restore-command.ts'

const NOW = new Date('2030-03-04T06:00:00Z')

let publicKey: string
let key: string
let otherKey: string
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-keys-'))
  key = path.join(folder, 'key')
  otherKey = path.join(folder, 'other')
  publicKey = await makeKey(key, NOW)
  await makeKey(otherKey, NOW)
  return () => rm(folder, { recursive: true, force: true })
})

async function start() {
  const folder = await testFolder()
  const database = await testDatabase()
  onTestFinished(database.close)
  await fillEveryTable(database.pool)
  const said: string[] = []
  const surroundings = {
    databaseUrl: database.url,
    pool: database.pool,
    dataDir: folder,
    publicKey,
    now: NOW,
  }
  await runBackupCommand(parseBackupCommand([]), {
    ...surroundings,
    say: (line) => said.push(line),
    output: process.stdout,
  })
  const [file = ''] = await backupsIn(path.join(folder, 'backups'))
  return { folder, database, file }
}

async function restore(file: string, args: string[]) {
  const target = await emptyDatabase()
  const parts = {
    databaseUrl: async () => target.url,
    connect: async () => target.pool,
    dataDir: '',
    say: () => {},
  }
  await runRestoreCommand(parseRestoreCommand([file, ...args]), parts)
  return target
}

it('a pair of keys has its private key in a file for its owner alone, which is never overwritten', async () => {
  expect(publicKey).toMatch(PUBLIC_KEY)
  expect((await stat(key)).mode & 0o777).toBe(0o600)
  expect(await readFile(key, 'utf8')).toContain(`# public key: ${publicKey}\nAGE-SECRET-KEY-1`)
  await expect(makeKey(key, NOW)).rejects.toThrow(Refused)
})

it('an encrypted backup contains nothing readable, and is restored with the private key', async () => {
  const { database, file } = await start()
  expect(path.basename(file)).toBe('enamel-2030-03-04T06-00-00-000Z.sql.gz.age')
  const bytes = await readFile(file)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const before = await contents(database.pool)
  const target = await restore(file, ['--key', key])
  const patients = (all: Record<string, unknown[]>) => all['public.patients']
  expect(patients(await contents(target.pool))).toEqual(patients(before))
})

describe('a restore is refused', () => {
  it('without a key, with another one, or with an invalid file', async () => {
    const { file, folder } = await start()
    await expect(restore(file, [])).rejects.toThrow('is encrypted: say where its private key is')
    await expect(restore(file, ['--key', otherKey])).rejects.toThrow('was encrypted for another key')
    const noKey = path.join(folder, 'no-key')
    await writeFile(noKey, 'hello')
    await expect(restore(file, ['--key', noKey])).rejects.toThrow('There is no private key of age')
    await expect(restore(file, ['--key', `${noKey}.gone`])).rejects.toThrow('cannot be read (ENOENT)')
  })

  it('of a file that was cut off or changed, without its checksum too', async () => {
    const { file, folder } = await start()
    const bytes = await readFile(file)
    const stored = async (name: string, content: Uint8Array) => {
      const other = path.join(folder, `${name}.age`)
      await writeFile(other, content)
      return other
    }
    const changed = Uint8Array.from(bytes)
    changed[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 1
    for (const [name, content] of [
      ['cut', bytes.subarray(0, bytes.length - 100)],
      ['head-alone', bytes.subarray(0, 60)],
      ['changed', changed],
    ] as const) {
      const other = await stored(name, content)
      await expect(restore(other, ['--key', key]), name).rejects.toThrow(/is damaged/)
    }
  })
})
