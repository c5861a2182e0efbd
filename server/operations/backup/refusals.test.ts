import { createHash } from 'node:crypto'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { createPool } from '../../platform/db/pool.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { backedUp, contents, emptyDatabase, fillEveryTable, testFolder } from './backup.fixture.ts'
import { matchesSum } from './backup-file.ts'
import { FOOT, FORMAT, tableSum } from './file-format.ts'
import { checkedBackup, restoreBackup } from './restore.ts'

let database: TestDatabase
let whole: Buffer
beforeAll(async () => {
  database = await testDatabase()
  await fillEveryTable(database.pool)
})
afterAll(() => database.close())

/** A backup to damage, without its checksum file, so that the sums inside must detect it. */
async function backupToSpoil(): Promise<string> {
  const folder = await testFolder()
  if (!whole) whole = await readFile(await backedUp(database.url, database.pool, folder))
  const file = path.join(folder, 'backup.sql.gz')
  await writeFile(file, whole)
  return file
}

async function rewritten(change: (text: string) => string): Promise<string> {
  const file = await backupToSpoil()
  await writeFile(file, gzipSync(change(gunzipSync(whole).toString('utf8'))))
  return file
}

describe('a damaged backup', () => {
  it('is recognised by a changed byte, wherever it is', async () => {
    const file = await backupToSpoil()
    // Skips gzip header bytes without meaning (time, system) and the length at the end.
    for (let at = 10; at < whole.length - 4; at += Math.ceil(whole.length / 25)) {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ 1
      await writeFile(file, changed)
      await expect(checkedBackup(file), `byte ${at}`).rejects.toThrow(Refused)
    }
  })

  it('is recognised by a missing end, wherever it was cut', async () => {
    const file = await backupToSpoil()
    for (let length = whole.length - 1; length >= 0; length -= Math.ceil(whole.length / 25)) {
      await truncate(file, length)
      await expect(checkedBackup(file), `${length} bytes`).rejects.toThrow(/is no whole backup|is damaged/)
    }
  })

  it.each([
    { what: 'a row less', change: (text: string) => text.replace(/\n[^\n]*\n\\\.\n/, '\n\\.\n') },
    { what: 'a letter changed', change: (text: string) => text.replace('Ada', 'Ade') },
    { what: 'a table less', change: (text: string) => text.replace(/COPY public\.staff .*?\n\\\.\n/s, '') },
    { what: 'an end before the end', change: (text: string) => text.slice(0, text.lastIndexOf('\n--') + 1) },
    { what: 'something after the end', change: (text: string) => `${text}COPY\n` },
    { what: 'nothing in it', change: () => '' },
    { what: 'something else in it', change: () => 'x'.repeat(3_000_000) },
  ])('is recognised by $what, even as valid gzip', async ({ change }) => {
    await expect(checkedBackup(await rewritten(change))).rejects.toThrow('is no whole backup of Enamel: ')
  })

  it('is recognised by the checksum beside it before anything is unpacked', async () => {
    const file = await backedUp(database.url, database.pool, await testFolder())
    expect(await matchesSum(file)).toBe(true)
    const bytes = await readFile(file)
    // A gzip header byte without meaning.
    bytes[4] = 1
    await writeFile(file, bytes)
    await expect(checkedBackup(file)).rejects.toThrow('its checksum is not the one in')
    await rm(`${file}.sha256`)
    expect((await checkedBackup(file)).rows).toBeGreaterThan(10)
  })
})

it('a restore says that a file has another format, or is from a newer Enamel, and what to do', async () => {
  const newer = await rewritten((text) => text.replace(`"format":${FORMAT}`, '"format":9'))
  await expect(checkedBackup(newer)).rejects.toThrow('The backup has format 9')
  const { head } = await checkedBackup(await backupToSpoil())
  const ahead = (by: number) =>
    sealed((text) => text.replace(`"at":${head.level.at}`, `"at":${head.level.at + by}`))
  await expect(checkedBackup(await ahead(1))).rejects.toThrow('was made by a newer Enamel (')
  await expect(checkedBackup(await ahead(-500))).rejects.toThrow('of tables that this Enamel does not know')
})

/** A change with matching counts and digests. */
function sealed(change: (text: string) => string): Promise<string> {
  return rewritten((text) => {
    const changed = change(text)
    const body = changed.slice(0, changed.lastIndexOf('\n--') + 1)
    const tables = [...body.matchAll(/\nCOPY (\S+) [^\n]*\n((?:[^\n]*\n)*?)\\\.(?=\n)/g)].map(
      ([, name = '', rows = '']) => {
        const { add, sum } = tableSum(name)
        add(Buffer.from(rows))
        return sum()
      },
    )
    return `${body}${FOOT}${JSON.stringify({ tables, sha256: createHash('sha256').update(body).digest('hex') })}\n`
  })
}

it('a restore refuses a backup without one of the tables, even if it is sound in itself', async () => {
  const lacking = await sealed((text) =>
    text
      .replace(/,\{"name":"public\.devices".*?\]\}/, '')
      .replace(/\nCOPY public\.devices .*?\n\\\.(?=\n)/s, ''),
  )
  const target = await emptyDatabase()
  const restored = restoreBackup(target.url, await checkedBackup(lacking))
  await expect(restored).rejects.toThrow('it holds nothing of public.devices')
})

it('a restore refuses a database that has tables, or that Enamel uses', async () => {
  const backup = await checkedBackup(await backupToSpoil())
  await using filled = await testDatabase()
  const before = await contents(filled.pool)
  await filled.pool.end()
  const inUse = await emptyDatabase()
  const running = new pg.Client({ connectionString: inUse.url, application_name: 'enamel-jobs' })
  await running.connect()
  await expect(restoreBackup(inUse.url, backup)).rejects.toThrow('Enamel runs on this database')
  await running.end()

  const other = await emptyDatabase()
  await other.pool.query('CREATE TABLE notes (note text)')
  await expect(restoreBackup(other.url, backup)).rejects.toThrow('public.notes among them')
  const again = createPool(filled.url)
  expect(await contents(again)).toEqual(before)
  await again.end()
})

it('a restore that fails in the middle stores nothing, and the database stays usable', async () => {
  const file = await backupToSpoil()
  const backup = await checkedBackup(file)
  // Truncated after the check.
  await truncate(file, whole.length - 100)
  const target = await emptyDatabase()
  await expect(restoreBackup(target.url, backup)).rejects.toThrow('is no whole backup')
  expect((await target.pool.query(`SELECT to_regclass('public.patients') AS there`)).rows).toEqual([
    { there: null },
  ])
  await writeFile(file, whole)
  await restoreBackup(target.url, backup)
  expect((await target.pool.query('SELECT count(*)::int AS n FROM appointments')).rows).toEqual([{ n: 3 }])
})

it('a restore stores nothing when the rows read back differ from the file', async () => {
  // 'true' is a valid boolean but reads back as 't'.
  const file = await sealed((text) => text.replace(/\tt\t(\d+)\t(.*)\n/, '\ttrue\t$1\t$2\n'))
  const target = await emptyDatabase()
  await expect(restoreBackup(target.url, await checkedBackup(file))).rejects.toThrow(
    'public.doctors came back from the database otherwise',
  )
  expect((await target.pool.query(`SELECT to_regclass('public.patients') AS there`)).rows).toEqual([
    { there: null },
  ])
})

it('a restore names the rule of the tables that rows break, and nothing of their content', async () => {
  const file = await sealed((text) => text.replace(/(\nCOPY public\.patients [^\n]*\n).*?(\\\.\n)/s, '$1$2'))
  const refused = restoreBackup((await emptyDatabase()).url, await checkedBackup(file))
  await expect(refused).rejects.toThrow(
    /^The backup has rows that the tables do not take \(\w+patient_id\w+ of \w+\)\. Nothing was restored\.$/,
  )
})

it('a restore accepts no version of Enamel with control characters', async () => {
  const file = await sealed((text) => text.replace(/"enamel":"[^"]*"/, '"enamel":"\\u001b[31m1.0"'))
  await expect(checkedBackup(file)).rejects.toThrow('it does not begin as one')
})
