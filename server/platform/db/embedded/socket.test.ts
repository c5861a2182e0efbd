import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { POINTER } from './home.ts'
import { runningDatabaseUrl } from './running.ts'
import {
  isRoot,
  killHard,
  query,
  signal,
  start,
  startHost,
  stoppedDatabase,
  temporaryFolder,
} from './support.fixture.ts'

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)
/** As root the database's user has to pass through. */
const PASSABLE = isRoot ? '711' : '700'
const superuser = (url: string) => Object.assign(new URL(url), { username: 'postgres' }).href
const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres', 'cluster')
const socketOf = (dataDir: string) => path.join(clusterOf(dataDir), '.s.PGSQL.5432')

/** Runs as another user, who owns no file. */
function asStranger(program: string, ...args: string[]) {
  const { status, stderr } = spawnSync(program, args, {
    uid: 54_321,
    gid: 54_321,
    encoding: 'utf8',
    cwd: '/',
  })
  return { status, stderr }
}

/** Listens in the database's place, and answers every start of a connection with a request for the password in the clear. */
async function rogue(at: number | string): Promise<{ heard: string[] }> {
  const heard: string[] = []
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard.push(chunk.toString('latin1'))
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  })
  await new Promise<void>((listening) => {
    if (typeof at === 'number') listener.listen(at, '127.0.0.1', listening)
    else listener.listen(at, listening)
  })
  onTestFinished(() => void listener.close())
  return { heard }
}

describe('the socket of the embedded database', () => {
  it('is the only way in, and opens only for its own user, which is not root, and for root', async () => {
    const dataDir = await stoppedDatabase()
    const { url } = await start(dataDir)
    const settings = ['listen_addresses', 'unix_socket_permissions', 'unix_socket_directories', 'hba_file']
    const rows = await query(
      superuser(url),
      `SELECT name, setting FROM pg_settings WHERE name IN ('${settings.join("', '")}') ORDER BY name`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual([
      path.join(clusterOf(dataDir), 'enamel-access.conf'),
      '',
      '.',
      '0700',
    ])
    expect(await modeOf(socketOf(dataDir))).toBe('700')
    expect(await modeOf(clusterOf(dataDir))).toBe('700')
    if (!isRoot) return

    const owner = await stat(clusterOf(dataDir))
    expect(owner.uid).toBeGreaterThan(0)
    expect((await stat(socketOf(dataDir))).uid).toBe(owner.uid)
    const connects = `require('net').connect(process.argv[1]).on('connect', () => process.exit(0)).on('error', (e) => { console.error(e.code); process.exit(1) })`
    expect(asStranger(process.execPath, '-e', connects, socketOf(dataDir))).toEqual({
      status: 1,
      stderr: 'EACCES\n',
    })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('cannot be opened to other users or the network by settings of the database', async () => {
    const dataDir = await stoppedDatabase()
    const first = await start(dataDir)
    await query(superuser(first.url), `ALTER SYSTEM SET listen_addresses = '*'`)
    await query(superuser(first.url), `ALTER SYSTEM SET unix_socket_permissions = 511`)
    await first.stop()
    const { url } = await start(dataDir)
    expect(await query(superuser(url), 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(await modeOf(socketOf(dataDir))).toBe('700')
  })

  it.runIf(process.platform === 'linux')('is reached whatever the length of DATA_DIR’s path', async () => {
    const dataDir = path.join(await temporaryFolder(), 'a clinic’s %20 data '.repeat(8), 'below'.repeat(20))
    const postgres = await start(dataDir)
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const beside = await runningDatabaseUrl(dataDir)
    expect(await query(beside ?? '', 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await postgres.stop()
    const host = await startHost(dataDir)
    // A child of the server may use its address, too.
    expect(await query(host.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('works again after both were killed, whatever program has their process id now', async () => {
    const dataDir = await stoppedDatabase()
    const host = await startHost(dataDir)
    const gone = killHard(host.process)
    signal(host.postgresPid, 'SIGKILL')
    await gone
    expect(await readdir(clusterOf(dataDir))).toContain('.s.PGSQL.5432')
    const lock = path.join(clusterOf(dataDir), '.s.PGSQL.5432.lock')
    const [, ...others] = (await readFile(lock, 'utf8')).split('\n')
    await writeFile(lock, [process.pid, ...others].join('\n'))
    const { url } = await start(dataDir)
    expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })
})

describe('the files of DATA_DIR', () => {
  const lockFiles = ['enamel.lock', 'enamel.pid']

  it('are closed to other users, whatever the umask', async () => {
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    const dataDir = path.join(await temporaryFolder(), 'made', 'data')
    await start(dataDir)
    expect(await modeOf(path.dirname(dataDir))).toBe(PASSABLE)
    expect(await modeOf(dataDir)).toBe(PASSABLE)
    expect(await modeOf(path.join(dataDir, 'postgres'))).toBe(PASSABLE)
    expect(await modeOf(clusterOf(dataDir))).toBe('700')
    for (const name of [...lockFiles, 'postgres/postgres.log', 'postgres/cluster/enamel-access.conf'])
      expect(await modeOf(path.join(dataDir, name)), name).toBe('600')
  })

  it('are closed when an earlier start left them open, so that no other user can lock them', async () => {
    const dataDir = await stoppedDatabase()
    for (const name of ['.', 'postgres', 'postgres/cluster']) await chmod(path.join(dataDir, name), 0o755)
    for (const name of lockFiles) await writeFile(path.join(dataDir, name), '', { mode: 0o644 })
    const postgres = await start(dataDir)
    expect(await modeOf(dataDir)).toBe(PASSABLE)
    expect(await modeOf(path.join(dataDir, 'postgres'))).toBe(PASSABLE)
    expect(await modeOf(clusterOf(dataDir))).toBe('700')
    for (const name of lockFiles) expect(await modeOf(path.join(dataDir, name)), name).toBe('600')
    if (!isRoot) return

    // A lock by another user would keep Enamel from starting.
    await postgres.stop()
    const reads = `new (require('node:sqlite').DatabaseSync)(process.argv[1], { readOnly: true }).exec('BEGIN; SELECT * FROM sqlite_schema')`
    const { status, stderr } = asStranger(process.execPath, '-e', reads, path.join(dataDir, 'enamel.lock'))
    expect(status).toBe(1)
    expect(stderr).toContain('unable to open database file')
    // Its own user's lock is a start's.
    using own = new DatabaseSync(path.join(dataDir, 'enamel.lock'))
    expect(own.isOpen).toBe(true)
  })

  it('stay as they are in a folder that all users share, such as /tmp', async () => {
    const dataDir = await stoppedDatabase()
    await chmod(dataDir, 0o1777)
    await start(dataDir)
    expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777)
    expect(await modeOf(path.join(dataDir, 'postgres'))).toBe(PASSABLE)
  })
})

describe('a data folder of an earlier version, with a port and a password', () => {
  async function formerFolder(port: number): Promise<string> {
    const dataDir = await stoppedDatabase()
    await writeFile(path.join(dataDir, 'postgres', 'port'), `${port}\n`)
    await writeFile(path.join(dataDir, 'postgres', 'password'), `${'5e'.repeat(32)}\n`, { mode: 0o600 })
    await writeFile(
      path.join(clusterOf(dataDir), 'pg_hba.conf'),
      'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n',
    )
    return dataDir
  }

  it('is used by the socket, without either', async () => {
    const dataDir = await formerFolder(5499)
    const { url, folder } = await start(dataDir)
    expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect((await readdir(folder)).filter((name) => /^p(?:ort|assword)/.test(name))).toEqual([])
  })

  it('sends nothing to another program on its old port while it is stopped', async () => {
    const listener = createServer()
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
    const { port } = listener.address() as { port: number }
    await new Promise((closed) => listener.close(closed))
    const { heard } = await rogue(port)
    const dataDir = await formerFolder(port)
    expect(await runningDatabaseUrl(dataDir)).toBeUndefined()
    const postgres = await start(dataDir)
    await postgres.stop()
    expect(await runningDatabaseUrl(dataDir)).toBeUndefined()
    expect(heard).toEqual([])
  })
})

describe.runIf(isRoot)('a folder planted in a world-writable DATA_DIR', () => {
  it.each<{ what: string; at(dataDir: string): Promise<string> }>([
    { what: 'a folder of theirs', at: async (dataDir) => path.join(dataDir, 'postgres') },
    {
      what: 'a pointer to one',
      async at(dataDir) {
        const folder = path.join(await temporaryFolder(), 'theirs')
        await writeFile(path.join(dataDir, POINTER), `${folder}\n`)
        return folder
      },
    },
  ])('is not used as the database: $what', async ({ at }) => {
    const dataDir = await temporaryFolder(0o777)
    const folder = await at(dataDir)
    await mkdir(path.join(folder, 'cluster'), { recursive: true })
    const { heard } = await rogue(path.join(folder, 'cluster', '.s.PGSQL.5432'))
    for (const each of [folder, path.join(folder, 'cluster')]) await chown(each, 54_321, 54_321)
    const refusal = /belongs to another user \(id 54321\)/
    await expect(runningDatabaseUrl(dataDir)).rejects.toThrow(refusal)
    await expect(start(dataDir)).rejects.toThrow(refusal)
    expect(heard).toEqual([])
  })
})
