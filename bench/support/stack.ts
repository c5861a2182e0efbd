import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { Pool } from 'undici'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded/index.ts'
import { MEASURABLE } from './memory.ts'

export type Stack = {
  databaseUrl: string
  /** Of the server, without a path. */
  url: string
  server: ChildProcess
  /** Keeps as many connections to the server as are asked for at once. */
  http: Pool
  stop(): Promise<void>
}

/** A PostgreSQL that syncs every commit to disk, and the real server in a process of its own. */
export async function startStack(connections: number): Promise<Stack> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-bench-'))
  // As root the database runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) })
  const server = await startServerProcess(postgres, dataDir)
  const url = `http://127.0.0.1:${server.port}`
  const http = new Pool(url, { connections })
  return {
    databaseUrl: postgres.url,
    url,
    server: server.process,
    http,
    async stop() {
      await http.close()
      server.process.kill('SIGTERM')
      await once(server.process, 'exit')
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startServerProcess(
  postgres: EmbeddedPostgres,
  dataDir: string,
): Promise<{ process: ChildProcess; port: number }> {
  const server = fork(new URL('./server.ts', import.meta.url), {
    ...MEASURABLE,
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  })
  const [message] = (await once(server, 'message')) as [{ port: number }]
  return { process: server, port: message.port }
}

/** A pool as bare as the driver gives it. */
export function barePool(databaseUrl: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  // When a bench fails the database goes before the pool does; what failed is the error to see.
  pool.on('error', () => {})
  return pool
}

export const PORTAL_HEADERS = { authorization: 'Bearer portal', 'content-type': 'application/json' }
