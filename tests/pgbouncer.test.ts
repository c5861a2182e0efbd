import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectOrExplain } from '../server/platform/db/connect.ts'
import { emptyDatabase, testDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'
import { startServerProcess } from './support/server-process.ts'

/*
 * A real PgBouncer, from the system's packages: apt-get install pgbouncer. Without one these tests are skipped.
 */
const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => {
  try {
    execFileSync(file, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})
const leftOut = program === undefined ? ' (left out: it is not installed here)' : ''

type Mode = 'session' | 'transaction' | 'statement'

/** A PgBouncer with its defaults in front of a database. @returns the address through it */
async function bouncer(databaseUrl: string, mode: Mode): Promise<string> {
  const { hostname, port, pathname, username } = new URL(databaseUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-pgbouncer-'))
  await chmod(folder, 0o755)
  const own = await freePort()
  const name = pathname.slice(1)
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
${name} = host=${decodeURIComponent(hostname)} port=${port} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child: ChildProcess = spawn(program ?? '', ['-q', ...asUser, settings], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await expect.poll(() => listens(own)).toBe(true)
  return `postgres://anyone:anything@127.0.0.1:${own}/${name}`
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

describe.runIf(program)(`behind PgBouncer${leftOut}`, () => {
  it('two servers start at once on an empty database, with a session for each connection', async () => {
    await using database = await emptyDatabase()
    const url = await bouncer(database.url, 'session')
    await using one = startServerProcess({ DATABASE_URL: url })
    await using other = startServerProcess({ DATABASE_URL: url })
    for (const address of await Promise.all([one.address(), other.address()])) {
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
    }
    const pool = await connectOrExplain(url)
    onTestFinished(() => pool.end())
    expect((await pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '9s' }])
  })

  it.each<{ mode: Mode }>([{ mode: 'transaction' }, { mode: 'statement' }])(
    'no server starts in $mode mode, and its message names the setting',
    async ({ mode }) => {
      await using database = await testDatabase()
      const url = await bouncer(database.url, mode)
      await expect(connectOrExplain(url)).rejects.toThrow(/PgBouncer: set pool_mode = session/)
    },
  )
})
