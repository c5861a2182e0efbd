import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const ADDRESS = /: (http:\/\/localhost:\d+)$/

export type Demo = {
  url: string
  /** Ends the server; its appointments stay. */
  stop(): Promise<void>
  /** Starts it again, at the same address. */
  start(): Promise<void>
  /** Ends it and deletes everything. */
  close(): Promise<void>
}

/** `npm run demo` with a folder of its own, and without limits on bookings. */
export async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-demo-'))
  // As root the database runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  let port = '0'
  let server: ChildProcess
  async function start(): Promise<string> {
    server = spawn(process.execPath, ['server/main.ts', '--demo'], {
      cwd: path.join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: port, DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    })
    for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
      const url = ADDRESS.exec(line)?.[1]
      if (url) return url
    }
    throw new Error('The demonstration did not start.')
  }
  async function stop(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
  const url = await start()
  port = new URL(url).port
  return {
    url,
    stop,
    start: async () => void (await start()),
    async close() {
      await stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
