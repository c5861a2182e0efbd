import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { copyTemplate, type TestDatabase } from '../support/copy-template.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { COMPILE_CACHE } from '../support/server-process.ts'
import { POSTGRES_URL, RUN_FOLDER } from './global-setup.ts'

const STOP_WITHIN_MS = 30_000
const LAST_WORDS = 4_000
const ADDRESS = /: (http:\/\/localhost:\d+)$/

export type ClinicServer = {
  /** Where the app and its calls are, without a slash at the end. */
  url: string
  database: TestDatabase
  /** What the server sent; real mail over SMTP. */
  mail: MailServer
  /** Ends the server as an update does, or as a crash does ('SIGKILL'). Its database and its files stay. */
  stop(by?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /**
   * Starts it again after `stop`, at the same address.
   * @param changed settings that are other ones from now on
   * @param checkout the sources of another version; not given: these here
   */
  start(changed?: Record<string, string>, checkout?: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the server as `npm start` does, in a process of its own, with a database and a mail server of its own.
 * @param limits whether bookings are limited, as they are for patients
 * @param settings environment variables besides, or instead of, those that every test has
 */
export async function startClinicServer({
  limits = false,
  settings = {},
}: {
  limits?: boolean
  settings?: Record<string, string>
} = {}): Promise<ClinicServer> {
  const postgresUrl = process.env[POSTGRES_URL]
  const folder = process.env[RUN_FOLDER]
  if (!postgresUrl || !folder) throw new Error('The browser tests were started without their global set-up.')
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  const database = await copyTemplate(postgresUrl)
  const mail = await startMailServer()
  let env: NodeJS.ProcessEnv = {
    ...process.env,
    ...COMPILE_CACHE,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    PUBLIC_URL: '',
    WEBHOOK_HOSTS: '127.0.0.1',
    RATE_LIMITS: limits ? 'on' : 'off',
    LOG_LEVEL: 'error',
    // Under a launcher a server ends when its parent is gone, so a killed test run leaves none behind.
    ENAMEL_LAUNCHED: '1',
    ...settings,
  }
  let server = spawnServer(env)
  const close = async () => {
    await stop(server)
    await Promise.all([mail.close(), database.close()])
  }
  try {
    const url = await addressOf(server)
    return {
      url,
      database,
      mail,
      stop: (by) => stop(server, by),
      async start(changed, checkout) {
        env = { ...env, ...changed, PORT: new URL(url).port }
        server = spawnServer(env, checkout)
        await addressOf(server)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const spawnServer = (env: NodeJS.ProcessEnv, cwd = path.join(import.meta.dirname, '../..')) =>
  spawn(process.execPath, ['server/main.ts'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })

/** The address that a server prints once it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  let words = ''
  const keep = (text: string) => {
    words = `${words}${text}\n`.slice(-LAST_WORDS)
  }
  server.stderr?.on('data', (chunk: Buffer) => keep(chunk.toString()))
  const exited = once(server, 'exit')
  const lines = createInterface({ input: server.stdout ?? process.stdin })
  const printed = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      keep(line)
      const url = ADDRESS.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
  const url = await Promise.race([printed, exited.then(() => undefined)])
  if (!url) throw new Error(`The server ended instead of starting.\n${words}`)
  return url
}

async function stop(server: ChildProcess, by: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(by)
  const impatience = setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN_MS)
  await exited
  clearTimeout(impatience)
}
