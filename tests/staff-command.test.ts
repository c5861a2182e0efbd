import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import clinic from '../clinic.config.ts'
import { migrate } from '../server/operations/set-up/migrate.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded/index.ts'
import { quickFolder } from './support/quick-folder.ts'

/*
 * `npm run staff` as a process of its own, as the person who runs the server calls it.
 */
async function staff(args: readonly string[], settings: Record<string, string>, input = '') {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/staff.ts', ...args], {
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
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(await quickFolder(), 'enamel-staff-'))
  // As root the database runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

it('the staff command uses the same accounts beside a running server and without one', {
  timeout: 240_000,
}, async () => {
  const dataDir = await dataFolder()
  const settings = { DATA_DIR: dataDir }
  const embedded = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), durable: false })
  onTestFinished(embedded.stop)
  const pool = new pg.Pool({ connectionString: embedded.url })
  await migrate(pool, clinic)
  await pool.end()

  const added = await staff(
    ['add', 'ada', 'ada@example.com', '--surname', 'Obi', '--other-names', 'Ada', '--password-stdin'],
    settings,
    'a small green kettle\nand no second line\n',
  )
  expect(added).toEqual({ code: 0, output: 'ada can sign in now.\n', errors: '' })

  await embedded.stop()
  expect(await staff(['disable', 'nobody'], settings)).toEqual({
    code: 1,
    output: '',
    errors: 'There is no account with this username; `npm run staff -- list` shows them.\n',
  })
  const listed = await staff(['list'], settings)
  expect(listed).toMatchObject({ code: 0, errors: '' })
  expect(listed.output).toMatch(/^ada +Dt\. Ada Obi +ada@example\.com +staff +active +never$/m)
})

it('the staff command sends no password to another program on the port of an earlier version', {
  timeout: 240_000,
}, async () => {
  const dataDir = await dataFolder()
  const embedded = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), durable: false })
  const pool = new pg.Pool({ connectionString: embedded.url })
  // Its connections may still close when the server stops.
  pool.on('error', () => {})
  await migrate(pool, clinic)
  await pool.end()
  await embedded.stop()

  const heard: string[] = []
  const rogue = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard.push(chunk.toString('latin1'))
      // PostgreSQL's request for the password in the clear.
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void rogue.close())
  await once(rogue, 'listening')
  const { port } = rogue.address() as AddressInfo
  await writeFile(join(dataDir, 'postgres', 'port'), `${port}\n`)
  await writeFile(join(dataDir, 'postgres', 'password'), `${'5e'.repeat(32)}\n`, { mode: 0o600 })
  const listed = await staff(['list'], { DATA_DIR: dataDir })
  expect(heard).toEqual([])
  expect(listed).toMatchObject({ code: 0, errors: '' })
})

it('the staff command shows its usage for an unknown subcommand, without creating a database', async () => {
  const dataDir = await dataFolder()
  const wrong = await staff(['remove', 'ada'], { DATA_DIR: dataDir })
  expect(wrong).toMatchObject({ code: 2, output: '' })
  expect(wrong.errors).toContain("There is no command 'remove'.")
  expect(wrong.errors).toContain('npm run staff -- reset-password <username>')
  expect(await staff(['list'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: '',
    errors: 'There are no accounts yet: start Enamel once (npm start), then try again.\n',
  })
})
