import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, openSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { waitFor } from '../../server/db/embedded/wait-for.ts'
import { query } from './database.ts'

const execute = promisify(execFile)

/** Each database machine is a network namespace of its own on one bridge; HAProxy and Enamel are this machine. */
const NET = '10.93.23'
const BRIDGE = 'enamel-br'
const GATEWAY = `${NET}.1`
const DATABASE = 'enamel'
const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', `${POSTGRES_BIN}/postgres`]
const UP_WITHIN_MS = 120_000

type Node = { name: string; address: string; namespace: string; folder: string; children: ChildProcess[] }

/** What Patroni says of a machine. */
type Member = { name: string; role: string; state: string; lag?: number | string }

export type Cluster = AsyncDisposable & {
  /** The write address. */
  url: string
  /** Any standby. */
  replicaUrl: string
  leader(): Promise<string | undefined>
  /** Whether there are a primary, a synchronous standby and a third machine that follow it. */
  isWhole(): Promise<boolean>
  /** Resolves with the time (of performance.now()) at which a primary other than `before` answers; throws after two minutes. */
  nextPrimary(before: string): Promise<number>
  /** kill -9 of all that runs on the machine. */
  killNode(name: string): Promise<void>
  startNode(name: string): Promise<void>
  /** kill -9 of PostgreSQL alone. */
  killPostmaster(name: string): Promise<void>
  /** Nothing passes, and no connection is closed. */
  cut(name: string): Promise<void>
  join(name: string): Promise<void>
  switchOver(from: string): Promise<void>
}

/** Why no cluster can be made here; undefined: it can. */
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
      children: [],
    }),
  )
  const nodeOf = (name: string) => nodes.find((node) => node.name === name) as Node
  const { uid, gid } = await account('postgres')
  const url = `postgres://enamel:${password}@${GATEWAY}:5432/${DATABASE}`
  let haproxy: ChildProcess | undefined

  function run(node: Node, program: string, args: string[], env: Record<string, string>): void {
    const log = openSync(path.join(node.folder, `${path.basename(program)}.log`), 'a')
    const asPostgres = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
    const child = spawn('ip', ['netns', 'exec', node.namespace, 'setpriv', ...asPostgres, program, ...args], {
      cwd: node.folder,
      env: { PATH: `${process.env.PATH}:${POSTGRES_BIN}`, ...env },
      stdio: ['ignore', log, log],
    })
    node.children.push(child)
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
      PATRONI_POSTGRESQL_DATA_DIR: path.join(node.folder, 'data'),
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
    node.children = []
  }

  const members = async (): Promise<Member[]> => {
    for (const { address } of nodes) {
      const answer = await ask(`http://${address}:8008/cluster`)
      if (answer) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  async function primary(): Promise<string | undefined> {
    const answers = await Promise.all(
      nodes.map(async ({ name, address }) =>
        (await ask(`http://${address}:8008/primary`))?.ok ? name : undefined,
      ),
    )
    return answers.find((name) => name !== undefined)
  }

  async function close(): Promise<void> {
    haproxy?.kill('SIGKILL')
    for (const { name } of nodes) await killNode(name)
    for (const { namespace } of nodes) await ip('netns', 'del', namespace).catch(() => {})
    await ip('link', 'del', BRIDGE).catch(() => {})
  }

  // What an earlier run has left that was killed.
  await close()
  try {
    await ip('link', 'add', BRIDGE, 'type', 'bridge')
    await ip('addr', 'add', `${GATEWAY}/24`, 'dev', BRIDGE)
    await ip('link', 'set', BRIDGE, 'up')
    for (const { name, address, namespace, folder: own } of nodes) {
      await rm(own, { recursive: true, force: true })
      await mkdir(own, { mode: 0o700 })
      await chown(own, uid, gid)
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
    const asSuperuser = `postgres://postgres:${password}@${GATEWAY}:5432/postgres`
    const answers = () =>
      query(asSuperuser, 'SELECT 1').then(
        () => true,
        () => false,
      )
    if (!(await waitFor(async () => (await isWhole()) && (await answers()), UP_WITHIN_MS)))
      throw new Error(`the cluster did not come up: see ${folder}`)
    // Its user owns the database and is no superuser.
    await query(asSuperuser, `CREATE ROLE enamel LOGIN CREATEDB PASSWORD '${password}'`)
    await query(asSuperuser, `CREATE DATABASE ${DATABASE} OWNER enamel`)
  } catch (error) {
    await close()
    throw error
  }

  async function isWhole(): Promise<boolean> {
    const all = await members()
    const follow = all.filter(({ state, role }) => /running|streaming/.test(state) && role !== 'leader')
    return (
      all.some(({ role, state }) => role === 'leader' && state === 'running') &&
      all.some(({ role }) => role === 'sync_standby') &&
      follow.length === nodes.length - 1
    )
  }

  return {
    url,
    replicaUrl: url.replace(':5432', ':5433'),
    leader: primary,
    isWhole,
    async nextPrimary(before) {
      let at = 0
      const isThere = await waitFor(async () => {
        const now = await primary()
        if (now === undefined || now === before) return false
        at = performance.now()
        return true
      }, UP_WITHIN_MS)
      if (!isThere) throw new Error('there is no new primary')
      return at
    },
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
    [Symbol.asyncDispose]: close,
  }
}

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
