import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '../../server/platform/db/embedded/wait-for.ts'
import { COMPILE_CACHE } from '../support/server-process.ts'

/** Milliseconds between a server's end and its restart, systemd's default RestartSec. */
const RESTART_AFTER_MS = 100
/** Time limit for a busy machine. */
const READY_WITHIN_MS = 180_000

export type ServiceOptions = {
  port: number
  env: Record<string, string>
  preload?: readonly string[]
  /** Folder of its output. */
  folder: string
  /** Called when a process that was ready ends by itself. */
  onUnexpectedEnd(how: string): void
}

/** The server under a service manager, which restarts it whenever it ends. */
export type Service = {
  url: string
  /** Reports whether the process was dead or not ready at any time since `since` (of performance.now()). */
  wasDown(since: number): boolean
  kill(): void
  /** Sends a message to the preloaded module; resolves once it took effect. */
  tell(message: object): Promise<void>
  stop(): Promise<void>
}

/** Starts `server/main.ts` as `npm start` does, without the page, and waits until it answers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { port, env, preload = [], folder, onUnexpectedEnd } = options
  const url = `http://127.0.0.1:${port}`
  const output = openSync(path.join(folder, `server-${port}.log`), 'a')
  let child: ChildProcess
  let isUp = false
  let upSince = Number.NEGATIVE_INFINITY
  let stopping = false

  async function answers(of: ChildProcess): Promise<boolean> {
    if (of !== child) return true
    return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok && of === child,
      () => false,
    )
  }

  async function start(): Promise<void> {
    const preloads = preload.map((file) => `--import=${file}`)
    const started = spawn(process.execPath, [...preloads, 'server/main.ts', '--api-only'], {
      // As under the launcher: it ends with its parent, however that ends, and keeps what it has compiled.
      env: {
        PATH: process.env.PATH,
        ...COMPILE_CACHE,
        ENAMEL_LAUNCHED: '1',
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', output, output, 'ipc'],
    })
    child = started
    started.once('exit', (code, signal) => {
      if (isUp && !stopping) onUnexpectedEnd(signal ?? `code ${code}`)
      isUp = false
      if (!stopping) setTimeout(() => !stopping && void start(), RESTART_AFTER_MS)
    })
    const answered = await waitFor(() => answers(started), READY_WITHIN_MS)
    if (!answered || started !== child || started.exitCode !== null || started.signalCode !== null) return
    isUp = true
    upSince = performance.now()
  }

  await start()
  if (!(await waitFor(() => isUp, READY_WITHIN_MS)))
    throw new Error(`the server did not start: see ${folder}`)
  return {
    url,
    wasDown: (since) => !isUp || upSince > since,
    kill() {
      isUp = false
      child.kill('SIGKILL')
    },
    async tell(message) {
      const heeded = once(child, 'message')
      child.send(message)
      await heeded
    },
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await Promise.race([once(child, 'exit'), delay(10_000)])
      child.kill('SIGKILL')
    },
  }
}
