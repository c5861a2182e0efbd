import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { Pool } from 'undici'
import nodeFlags from '../../scripts/node-flags.json' with { type: 'json' }
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts'
import { storeAppointments } from './appointments.ts'
import { MEASURABLE } from './memory.ts'

export type Stack = {
  databaseUrl: string
  /** One for each server process. The others stand by: a bench that needs but one asks the first. */
  servers: [RunningServer, ...RunningServer[]]
  /** Of the first server, without a path. */
  url: string
  server: ChildProcess
  /** Keeps as many connections to the first server as are asked for at once. */
  http: Pool
  stop(): Promise<void>
}

export type RunningServer = { url: string; process: ChildProcess; http: Pool }

/** A PostgreSQL that syncs every commit to disk, and the real server, in as many processes of its own as are asked for. */
export async function startStack(
  connections: number,
  processes = 1,
  env: Record<string, string> = {},
): Promise<Stack> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-bench-'))
  // As root the database runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) })
  const first = await startServerProcess(postgres.url, dataDir, connections, env)
  const servers: Stack['servers'] = [first]
  while (servers.length < processes)
    servers.push(await startServerProcess(postgres.url, dataDir, connections, env))
  return {
    databaseUrl: postgres.url,
    servers,
    url: first.url,
    server: first.process,
    http: first.http,
    async stop() {
      await Promise.all(servers.map(stopServer))
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs a bench on a stack of its own, with so many appointments stored. */
export async function withStack<Result>(
  {
    connections,
    processes = 1,
    stored,
    env,
  }: {
    connections: number
    processes?: number
    stored: number
    /** Settings of the server beside those of every bench. */
    env?: Record<string, string>
  },
  bench: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const stack = await startStack(connections, processes, env)
  try {
    await storeAppointments(stack.databaseUrl, stored)
    return await bench(stack)
  } finally {
    await stack.stop()
  }
}

/** In order, as a service manager stops it. */
async function stopServer({ process, http }: RunningServer): Promise<void> {
  await http.close()
  process.kill('SIGTERM')
  await once(process, 'exit')
}

/** The server as `npm start` runs it: with the same flags of Node, and what was compiled at the last start. */
async function startServerProcess(
  databaseUrl: string,
  dataDir: string,
  connections: number,
  env: Record<string, string>,
): Promise<RunningServer> {
  const child = fork(new URL('./server.ts', import.meta.url), {
    execArgv: [...nodeFlags.server, ...MEASURABLE.execArgv],
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../node_modules/.cache/enamel'),
      ...env,
    },
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended before it listened.')
  })
  ended.catch(() => {})
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  return { url, process: child, http: new Pool(url, { connections }) }
}

export const PORTAL_HEADERS = { authorization: 'Bearer portal', 'content-type': 'application/json' }
