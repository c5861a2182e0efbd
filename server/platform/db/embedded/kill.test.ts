import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRunning } from '../../../../build/is-running.ts'
import {
  busySession,
  eventually,
  isRoot,
  killHard,
  query,
  rememberingLog,
  signal,
  spawnHost,
  start,
  startHost,
  stoppedDatabase,
  temporaryFolder,
} from './support.fixture.ts'

const postmasterPid = (dataDir: string) => path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')

/** Makes `postmaster.pid` look as if the server ran under another process id, as after a power cut. */
async function leavePostmasterPid(dataDir: string, pid: number, owner: Owner): Promise<void> {
  const began = String(Math.floor(Date.now() / 1000))
  const lines = [
    pid,
    path.join(dataDir, 'postgres', 'cluster'),
    began,
    5432,
    '',
    '127.0.0.1',
    '1 1',
    'ready   ',
  ]
  await writeFile(postmasterPid(dataDir), `${lines.join('\n')}\n`)
  await chown(postmasterPid(dataDir), owner.uid, owner.gid)
}

type Owner = { uid: number; gid: number }

/** PostgreSQL trusts only process ids of its own user. */
const ownerOf = async (dataDir: string): Promise<Owner> => {
  const { uid, gid } = await stat(path.dirname(postmasterPid(dataDir)))
  return { uid, gid }
}

/** Minimal Linux machines have no `ps`, other systems no /proc. */
const programOf = (pid: number): string =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    : path.basename(execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim())

describe('a second start on the same DATA_DIR', () => {
  it('is refused, and the message names the other process', async () => {
    const dataDir = await stoppedDatabase()
    const host = await startHost(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      `Enamel is already running on ${dataDir} (process ${host.process.pid})`,
    )
    expect(await query(host.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('is refused within one process too', async () => {
    const dataDir = await stoppedDatabase()
    await start(dataDir)
    await expect(start(dataDir)).rejects.toThrow(`(process ${process.pid})`)
  })

  it('succeeds for exactly one of several processes that start at once after a kill', async () => {
    const dataDir = await stoppedDatabase()
    const killed = await startHost(dataDir)
    await killHard(killed.process)
    const hosts = Array.from({ length: 4 }, () => spawnHost(dataDir))
    const outcomes = await Promise.allSettled(hosts.map((host) => host.firstLine))
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    const losers = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(winners).toHaveLength(1)
    const winner = JSON.parse(winners[0]!.value) as { url: string; pid: number }
    onTestFinished(() => void signal(winner.pid, 'SIGQUIT'))
    expect(losers.map((loser) => loser.reason.message)).toEqual(
      Array(3).fill(expect.stringMatching(/^Enamel is already running on .+ \(process \d+\)/)),
    )
    expect(await query(winner.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('a start after a kill -9 of Enamel', () => {
  it('stops the database that was left behind and continues with its data', async () => {
    const dataDir = await stoppedDatabase()
    const host = await startHost(dataDir)
    await query(host.url, 'UPDATE kept SET answer = 43')
    await killHard(host.process)
    expect(await isRunning(host.postgresPid)).toBe(true)

    const log = rememberingLog()
    const postgres = await start(dataDir, { log })
    expect(await isRunning(host.postgresPid)).toBe(false)
    expect(log.lines).toContain('stopping a database server whose Enamel was killed')
    expect(postgres.pid()).not.toBe(host.postgresPid)
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 43 }])
  })

  it('succeeds when the database was killed too', async () => {
    const dataDir = await stoppedDatabase()
    const host = await startHost(dataDir)
    await query(host.url, 'UPDATE kept SET answer = 43')
    const gone = killHard(host.process)
    signal(host.postgresPid, 'SIGKILL')
    await gone
    const postgres = await start(dataDir)
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 43 }])
  })

  it('starts over when the first start was interrupted while creating the database', async () => {
    const dataDir = await temporaryFolder()
    const { process: host } = spawnHost(dataDir)
    const folder = path.join(dataDir, 'postgres')
    await eventually('initdb is at work', async () => {
      const names = await readdir(folder, { recursive: true }).catch(() => [])
      return names.some((name) => name.endsWith('global'))
    })
    await killHard(host)
    expect(await readdir(folder)).not.toContain('cluster')
    const postgres = await start(dataDir)
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('a postmaster.pid left behind', () => {
  it('does not stop a start when its process id is a zombie', async () => {
    const dataDir = await stoppedDatabase()
    const owner = await ownerOf(dataDir)
    // The shell becomes `sleep`, which never reaps the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(isRoot ? owner : {}),
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
    const zombie = Number(line)
    await eventually('the shell is no shell any more', () => programOf(parent.pid!) === 'sleep')
    signal(zombie, 'SIGKILL')
    await eventually('the child is a zombie', async () => signal(zombie, 0) && !(await isRunning(zombie)))
    await leavePostmasterPid(dataDir, zombie, owner)
    expect(signal(zombie, 0)).toBe(true)
    const postgres = await start(dataDir)
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('does not stop a start when its process id is now another program, which goes on', async () => {
    const dataDir = await stoppedDatabase()
    const owner = await ownerOf(dataDir)
    const other = spawn('sleep', ['60'], isRoot ? owner : {})
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'spawn')
    await leavePostmasterPid(dataDir, other.pid!, owner)
    const postgres = await start(dataDir)
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(await isRunning(other.pid!)).toBe(true)
  })

  it('does not stop a start when it is empty', async () => {
    const dataDir = await stoppedDatabase()
    await writeFile(postmasterPid(dataDir), '')
    await start(dataDir)
  })
})

describe('the watchdog of the embedded database', () => {
  it('restarts a database that died again, so that a pool continues on the same address', async () => {
    const log = rememberingLog()
    const postgres = await start(await stoppedDatabase(), { log })
    const pool = new pg.Pool({ connectionString: postgres.url })
    pool.on('error', () => undefined)
    onTestFinished(() => pool.end())
    await pool.query('SELECT 1')
    const died = postgres.pid()!

    signal(died, 'SIGKILL')
    await eventually('the pool works again', () =>
      pool.query('SELECT answer FROM kept').then(
        ({ rows }) => rows[0].answer === 42 && postgres.pid() !== died,
        () => false,
      ),
    )
    expect(log.lines).toContain('the database server ended by itself; starting it again')
    await eventually('the log says so', () => log.lines.includes('the database server runs again'))
  })

  it('stops in the middle of a restart', async () => {
    const dataDir = await stoppedDatabase()
    const log = rememberingLog()
    const postgres = await start(dataDir, { log })
    signal(postgres.pid()!, 'SIGKILL')
    await eventually('the restart begins', () => log.lines.some((line) => line.includes('starting it again')))
    await postgres.stop()
    expect(await isRunning(postgres.pid()!)).toBe(false)
  })
})

describe('a signal to Enamel', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends the database on %s with code 0, in the middle of a query',
    async (name) => {
      const dataDir = await stoppedDatabase()
      const host = await startHost(dataDir)
      const busy = await busySession(host.url)
      const exit = once(host.process, 'exit')
      host.process.kill(name)
      expect(await exit).toEqual([0, null])
      expect(await busy.over).toBeInstanceOf(Error)
      expect(await isRunning(host.postgresPid)).toBe(false)
      await expect(stat(postmasterPid(dataDir))).rejects.toMatchObject({ code: 'ENOENT' })
    },
  )

  it('leaves no database behind when it comes during the start', async () => {
    const dataDir = await stoppedDatabase()
    const { process: host } = spawnHost(dataDir)
    let pid = Number.NaN
    await eventually('the server begins', async () => {
      pid = Number.parseInt(await readFile(postmasterPid(dataDir), 'utf8').catch(() => ''), 10)
      return pid > 0
    })
    host.kill('SIGTERM')
    await once(host, 'exit')
    await eventually('the server is gone', async () => !(await isRunning(pid)))
  })
})
