import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, openSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { waitFor } from '../../server/platform/db/embedded/wait-for.ts'
import { query } from './database.ts'
import { diskInFile, type SmallDisk } from './small-disk.ts'

const execute = promisify(execFile)

/** Each database machine is a network namespace of its own on one bridge; HAProxy and Enamel are this machine. */
const NET = '10.93.23'
const BRIDGE = 'enamel-br'
const GATEWAY = `${NET}.1`
const DATABASE = 'enamel'
const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', `${POSTGRES_BIN}/postgres`]
const UP_WITHIN_MS = 120_000
/** Interval of checks for the primary: the precision of times in the report. */
const LOOK_EVERY_MS = 50
/** Size of each machine's disk, in gigabytes: PostgreSQL's log takes up to 2, and must not fill it by itself. */
const DISK_SIZE = '4G'

type Node = { name: string; address: string; namespace: string; folder: string }

/** Patroni's description of a machine. */
type Member = { name: string; role: string; state: string; timeline?: number }

/** Times of a takeover by a new primary, of performance.now(). */
export type Takeover = {
  name: string
  /** Patroni says that it is the primary: the promotion; of the same one, when it takes changes again. */
  chosen: number
  /** Its PostgreSQL has left recovery. */
  writable: number
  /** The write address leads to a server that takes changes. */
  reachable: number
  /** A synchronous standby follows, without which nothing is acknowledged. */
  followed: number
}

export type Cluster = AsyncDisposable & {
  /** The write address. */
  url: string
  /** Any standby. */
  replicaUrl: string
  leader(): Promise<string | undefined>
  /** Reports whether there are a primary, a synchronous standby and a third machine that follow it. */
  isWhole(): Promise<boolean>
  /**
   * Called before a fault of the primary. Its result resolves when another is the primary and is followed, or the same
   * one with a PostgreSQL that has started again; throws after two minutes.
   */
  expectTakeover(before: string): Promise<() => Promise<Takeover>>
  /** kill -9 of all that runs on the machine. */
  killNode(name: string): Promise<void>
  startNode(name: string): Promise<void>
  /** kill -9 of PostgreSQL alone. */
  killPostmaster(name: string): Promise<void>
  /** Nothing passes, and no connection is closed. */
  cut(name: string): Promise<void>
  join(name: string): Promise<void>
  switchOver(from: string): Promise<void>
  /** The disk of a machine's data; etcd's and the programs' output are elsewhere. */
  diskOf(name: string): SmallDisk
}

/** Reason why no cluster can be made here; undefined: it can. */
export function whyNoCluster(): string | undefined {
  if (process.getuid?.() !== 0) return 'takes root, for network namespaces'
  const missing = PROGRAMS.filter((program) => !exists(program))
  if (missing.length === 0) return undefined
  return `${missing.join(', ')} missing: apt-get install patroni etcd-server python3-etcd haproxy postgresql-15`
}

function exists(file: string): boolean {
  try {
    accessSync(file)
    return true
  } catch {
    return false
  }
}

const ip = (...args: string[]) => execute('ip', args)

/**
 * Three machines with etcd, Patroni and PostgreSQL, and HAProxy in front, by the files of deploy/cluster.
 * @param folder for data and logs, which others may enter
 */
export async function startCluster(folder: string): Promise<Cluster> {
  const password = randomBytes(12).toString('hex')
  const nodes = [1, 2, 3].map(
    (n): Node => ({
      name: `db${n}`,
      address: `${NET}.${10 + n}`,
      namespace: `enamel-db${n}`,
      folder: path.join(folder, `db${n}`),
    }),
  )
  const nodeOf = (name: string) => nodes.find((node) => node.name === name) as Node
  const folderOfData = (node: Node) => path.join(node.folder, 'disk')
  const { uid, gid } = await account('postgres')
  const url = `postgres://enamel:${password}@${GATEWAY}:5432/${DATABASE}`
  const asSuperuser = (address: string) => `postgres://postgres:${password}@${address}:5432/postgres`
  let haproxy: ChildProcess | undefined
  const disks = new Map<string, SmallDisk>()

  function run(node: Node, program: string, args: string[], env: Record<string, string>): void {
    const log = openSync(path.join(node.folder, `${path.basename(program)}.log`), 'a')
    const asPostgres = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
    spawn('ip', ['netns', 'exec', node.namespace, 'setpriv', ...asPostgres, program, ...args], {
      cwd: node.folder,
      env: { PATH: `${process.env.PATH}:${POSTGRES_BIN}`, ...env },
      stdio: ['ignore', log, log],
    })
  }

  async function startNode(name: string, state: 'new' | 'existing' = 'existing'): Promise<void> {
    const node = nodeOf(name)
    const { address } = node
    run(node, '/usr/bin/etcd', [], {
      ETCD_NAME: name,
      ETCD_DATA_DIR: path.join(node.folder, 'etcd'),
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_INITIAL_CLUSTER: nodes.map((each) => `${each.name}=http://${each.address}:2380`).join(','),
      ETCD_INITIAL_CLUSTER_STATE: state,
      ETCD_INITIAL_CLUSTER_TOKEN: 'enamel',
      ETCD_ENABLE_V2: 'true',
    })
    run(node, '/usr/bin/patroni', [path.resolve('deploy/cluster/patroni.yml')], {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address},127.0.0.1:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: path.join(folderOfData(node), 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_BIN,
      // On one machine all would write the one of their user.
      PATRONI_POSTGRESQL_PGPASS: path.join(node.folder, 'pgpass'),
      PATRONI_ETCD_HOSTS: nodes.map((each) => `${each.address}:2379`).join(','),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
    })
  }

  async function killNode(name: string): Promise<void> {
    const node = nodeOf(name)
    const { stdout } = await ip('netns', 'pids', node.namespace).catch(() => ({ stdout: '' }))
    for (const pid of stdout.split('\n').filter(Boolean)) kill(Number(pid))
  }

  const members = async (): Promise<Member[]> => {
    for (const { address } of nodes) {
      const answer = await ask(`http://${address}:8008/cluster`)
      // It may be killed in the middle of its answer.
      const said = (await answer?.json().catch(() => undefined)) as { members: Member[] } | undefined
      if (said) return said.members
    }
    return []
  }

  const isPrimary = async ({ address }: Node) => (await ask(`http://${address}:8008/primary`))?.ok === true

  async function primary(): Promise<string | undefined> {
    const answers = await Promise.all(
      nodes.map(async (node) => ((await isPrimary(node)) ? node.name : undefined)),
    )
    return answers.find((name) => name !== undefined)
  }

  /** Instant at which a condition first became true; each check waits for the one before, and for no other. */
  async function since(condition: () => Promise<boolean>, signal: AbortSignal): Promise<number> {
    for (;;) {
      if (await condition()) return performance.now()
      signal.throwIfAborted()
      await delay(LOOK_EVERY_MS)
    }
  }

  const says =
    (address: string, question: string, values: unknown[] = []) =>
    async () => {
      const rows = await query<{ yes: boolean }>(
        asSuperuser(address),
        `SELECT ${question} AS yes`,
        values,
      ).catch(() => [])
      return rows[0]?.yes === true
    }

  async function expectTakeover(before: string): Promise<() => Promise<Takeover>> {
    const own = nodeOf(before).address
    const [was] = await query<{ started: string }>(
      asSuperuser(own),
      'SELECT pg_postmaster_start_time()::text AS started',
    )
    const isBack = says(own, 'NOT pg_is_in_recovery() AND pg_postmaster_start_time() <> $1::timestamptz', [
      was?.started,
    ])
    return async () => {
      const signal = AbortSignal.timeout(UP_WITHIN_MS)
      const found = new AbortController()
      const { node, chosen } = await Promise.any(
        nodes.map(async (each) => ({
          node: each,
          chosen: await since(
            each.name === before ? isBack : () => isPrimary(each),
            AbortSignal.any([signal, found.signal]),
          ),
        })),
      )
      found.abort()
      const [writable, reachable, followed] = await Promise.all([
        since(says(node.address, 'NOT pg_is_in_recovery()'), signal),
        since(says(GATEWAY, 'NOT pg_is_in_recovery()'), signal),
        since(says(node.address, FOLLOWED), signal),
      ])
      return { name: node.name, chosen, writable, reachable, followed }
    }
  }

  async function close(): Promise<void> {
    haproxy?.kill('SIGKILL')
    for (const { name } of nodes) await killNode(name)
    for (const disk of disks.values()) await disk.close().catch(() => {})
    for (const { name, namespace } of nodes) {
      // Left to itself it goes only some time after its namespace.
      await ip('link', 'del', `en-${name}`).catch(() => {})
      await ip('netns', 'del', namespace).catch(() => {})
    }
    await ip('link', 'del', BRIDGE).catch(() => {})
  }

  // Remains of an earlier run that was killed.
  await close()
  try {
    await ip('link', 'add', BRIDGE, 'type', 'bridge')
    await ip('addr', 'add', `${GATEWAY}/24`, 'dev', BRIDGE)
    await ip('link', 'set', BRIDGE, 'up')
    for (const node of nodes) {
      const { name, address, namespace, folder: own } = node
      await rm(own, { recursive: true, force: true })
      await mkdir(own, { mode: 0o700 })
      await chown(own, uid, gid)
      const ofData = folderOfData(node)
      await mkdir(ofData)
      disks.set(name, await diskInFile(ofData, `${own}.disk`, DISK_SIZE))
      await chown(ofData, uid, gid)
      await ip('netns', 'add', namespace)
      await ip('link', 'add', `en-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      await ip('link', 'set', `en-${name}`, 'master', BRIDGE, 'up')
      for (const args of [
        ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
        ['link', 'set', 'eth0', 'up'],
        ['link', 'set', 'lo', 'up'],
      ])
        await ip('-n', namespace, ...args)
    }
    for (const { name } of nodes) await startNode(name, 'new')
    haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', path.resolve('deploy/cluster/haproxy.cfg')], {
      env: { LISTEN: GATEWAY, DB1: nodes[0]?.address, DB2: nodes[1]?.address, DB3: nodes[2]?.address },
      stdio: [
        'ignore',
        openSync(path.join(folder, 'haproxy.log'), 'a'),
        openSync(path.join(folder, 'haproxy.log'), 'a'),
      ],
    })
    const answers = () =>
      query(asSuperuser(GATEWAY), 'SELECT 1').then(
        () => true,
        () => false,
      )
    if (!(await waitFor(async () => (await isWhole()) && (await answers()), UP_WITHIN_MS)))
      throw new Error(`the cluster did not come up: see ${folder}`)
    // Its user owns the database and is no superuser.
    await query(asSuperuser(GATEWAY), `CREATE ROLE enamel LOGIN CREATEDB PASSWORD '${password}'`)
    await query(asSuperuser(GATEWAY), `CREATE DATABASE ${DATABASE} OWNER enamel`)
  } catch (error) {
    await close()
    throw error
  }

  async function isWhole(): Promise<boolean> {
    const all = await members()
    const leader = all.find(({ role, state }) => role === 'leader' && state === 'running')
    return (
      leader !== undefined &&
      // One whose log has gone another way streams an old timeline for a while, and acknowledges nothing.
      all.every(({ timeline }) => timeline === leader.timeline) &&
      // The machine that takes over when the primary dies.
      all.some(({ role }) => role === 'sync_standby') &&
      (await says(GATEWAY, ALL_FOLLOW)())
    )
  }

  return {
    url,
    replicaUrl: url.replace(':5432', ':5433'),
    leader: primary,
    isWhole,
    expectTakeover,
    killNode,
    startNode: (name) => startNode(name),
    async killPostmaster(name) {
      const { stdout } = await ip('netns', 'pids', nodeOf(name).namespace)
      for (const pid of stdout.split('\n').filter(Boolean)) {
        const { stdout: command } = await execute('ps', ['-o', 'args=', '-p', pid]).catch(() => ({
          stdout: '',
        }))
        if (command.startsWith(`${POSTGRES_BIN}/postgres -D`)) kill(Number(pid))
      }
    },
    cut: async (name) => void (await ip('link', 'set', `en-${name}`, 'down')),
    join: async (name) => void (await ip('link', 'set', `en-${name}`, 'up')),
    async switchOver(from) {
      const body = JSON.stringify({ leader: from })
      const { address } = nodeOf(from)
      const answer = await fetch(`http://${address}:8008/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`no switch-over: ${answer.status} ${await answer.text()}`)
    },
    diskOf: (name) => disks.get(name) as SmallDisk,
    [Symbol.asyncDispose]: close,
  }
}

const ALL_FOLLOW = `(SELECT count(*) = 2 FROM pg_stat_replication WHERE state = 'streaming')`

const FOLLOWED = `EXISTS (SELECT FROM pg_stat_replication
                          WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum'))`

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)

async function account(name: string): Promise<{ uid: number; gid: number }> {
  const idOf = async (flag: string) => Number((await execute('id', [flag, name])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}
