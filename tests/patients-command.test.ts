import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from './support/database.ts'
import { storeAppointment } from './support/jobs.ts'

/** `npm run patients` as a process of its own, as the person who runs the server calls it. */
async function patients(args: readonly string[], settings: Record<string, string>, typed = '') {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/patients.ts', ...args], {
    env: { PATH: process.env.PATH, ...settings },
  })
  child.stdin.end(typed)
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

it('the patients command imports a file, reports the result, and fails when a line or the file is wrong', {
  timeout: 240_000,
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
    output: expect.stringMatching(/1 wrong\.\nline 2: .+ Save the file as UTF-8/),
    errors: '',
  })
  expect(await names()).toEqual(['Ada Okafor', 'Zoë Eze'])
})

it('the patients command shows its usage, and reports what it cannot open, before it looks for a database', async () => {
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

it('the patients command exports a patient’s data to a new file, and erases it after a typed confirmation', {
  timeout: 240_000,
}, async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const folder = await mkdtemp(join(tmpdir(), 'enamel-patients-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const run = (args: string[], typed?: string) =>
    patients(args, { DATABASE_URL: database.url, DATA_DIR: folder }, typed)
  const past = await storeAppointment(database.pool, { startsAt: new Date(Date.now() - 86_400_000) })
  const coming = await storeAppointment(database.pool, { startsAt: new Date(Date.now() + 86_400_000) })
  const referenceOf = async (id: string) =>
    (await database.pool.query('SELECT reference FROM appointments WHERE id = $1', [id])).rows[0].reference
  const contact = 'ada.secret@example.com'
  const file = join(folder, 'ada.json')

  const choice = await run(['export', contact, file])
  expect(choice).toMatchObject({ code: 1, output: '' })
  const line = /^2 records are known by this:\n {2}\w{8} {2}[\d-]{10} [\d:]{5} {2}AO\n.+ {2}AO\nSay which/
  expect(choice.errors).toMatch(line)
  expect(choice.errors).not.toContain('secret')
  expect(await run(['export', past, file])).toEqual({
    code: 0,
    output:
      `1 record exported to ${file}. Only this user can read it: keep it so.\n` +
      `Not touched, with the same email address or phone number: ${await referenceOf(coming)}. ` +
      'They may be of the same person, or of a family.\n',
    errors: '',
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8')).appointments).toMatchObject([
    { id: past, complaint: 'secretcomplaint' },
  ])

  const erase = ['erase', contact, '--all', '--cancel-coming']
  const question = `This erases 2 records with 2 appointments, for good. Type ${contact} again to do it: `
  const unsaid = '\nThat is something else. Nothing was erased.\n'
  expect(await run(erase)).toEqual({ code: 1, output: '', errors: question + unsaid })
  expect(await run(erase, `${contact}\n`)).toMatchObject({ code: 0, errors: question })
  const { rows } = await database.pool.query('SELECT first_name, last_name FROM patients')
  expect(rows).toEqual([{ first_name: 'Erased', last_name: '' }])
})
