import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from './support/database.ts'

/** `npm run patients` as a process of its own, as the person who runs the server calls it. */
async function patients(args: readonly string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/patients.ts', ...args], {
    env: { PATH: process.env.PATH, ...settings },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

it('imports a file, tells what it did, and fails when a line or the file is wrong', {
  timeout: 90_000,
}, async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const folder = await mkdtemp(join(tmpdir(), 'enamel-patients-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const written = async (name: string, text: string | Uint8Array) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const right = await written('right.csv', 'clinic_id;first_name;last_name\nC1;Ada;Obi\nC2;Zoë;Eze\n')
  const half = await written('half.csv', 'clinic_id,first_name,last_name\nC1,Ada,Okafor\nC3,4,Eze\n')
  const latin = await written(
    'latin.csv',
    Buffer.from('clinic_id,first_name,last_name\nC4,Zoë,Eze\n', 'latin1'),
  )
  const run = (...args: string[]) => patients(args, { DATABASE_URL: database.url })
  const names = async () =>
    (
      await database.pool.query(
        `SELECT first_name || ' ' || last_name AS name FROM patients ORDER BY clinic_id`,
      )
    ).rows.map(({ name }) => name)

  expect(await run('import', right, '--dry-run')).toEqual({
    code: 0,
    output: '2 new, 0 to change, 0 unchanged, 0 wrong.\nNothing was stored (--dry-run).\n',
    errors: '',
  })
  expect(await names()).toEqual([])
  expect(await run('import', right)).toEqual({
    code: 0,
    output: '2 added, 0 changed, 0 unchanged, 0 wrong.\n',
    errors: '',
  })
  expect(await run('import', half)).toEqual({
    code: 1,
    output:
      '0 added, 1 changed, 0 unchanged, 1 wrong.\n' +
      'line 3: first_name: Please use letters, spaces, hyphens and apostrophes only.\n',
    errors: '',
  })
  expect(await run('import', latin)).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^Line 2 of the file is not UTF-8\. .+\n$/),
  })
  expect(await names()).toEqual(['Ada Okafor', 'Zoë Eze'])
})

it('shows its usage, and says what it cannot open, before it looks for a database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-patients-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder }
  const wrong = await patients(['import'], settings)
  expect(wrong).toMatchObject({ code: 2, output: '' })
  expect(wrong.errors).toContain("'import' takes one file.")
  expect(wrong.errors).toContain('npm run patients -- import <file.csv> [--dry-run]')
  expect(await patients(['import', 'nowhere.csv'], settings)).toEqual({
    code: 1,
    output: '',
    errors: 'nowhere.csv cannot be read (ENOENT).\n',
  })
  expect(await patients(['import', 'README.md'], settings)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('start Enamel once'),
  })
})
