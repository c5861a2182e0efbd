import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { root } from '../../build/build-info.ts'
import { waitFor } from '../../server/platform/db/embedded/wait-for.ts'
import { freePort } from '../support/free-port.ts'
import { mailHeader } from '../support/mail-server.ts'
import { type CapturedMail, capturedMail } from './messages.ts'

const execute = promisify(execFile)

const PROJECT = 'enamel-chaos'
/** As compose.yaml calls it; a new version takes its place. */
const IMAGE = 'localhost/enamel'
const IGNORED = 'deploy/Dockerfile.dockerignore'
/** Base images of compose.yaml, by the settings that replace them. */
const BASES = {
  NODE_IMAGE: 'docker.io/library/node:24.21.0-trixie-slim',
  POSTGRES_IMAGE: 'docker.io/library/postgres:18',
  CADDY_IMAGE: 'docker.io/library/caddy:2',
}
const UP_WITHIN_MS = 180_000
const BUFFER = { maxBuffer: 64 * 1024 * 1024 }

export const APPS = ['app1', 'app2'] as const
export type App = (typeof APPS)[number]

export type Boxes = AsyncDisposable & {
  /** Address of Caddy, with a certificate of its own making. */
  url: string
  databaseUrl: string
  /** From the first command to the first answer through Caddy, in milliseconds. */
  upMs: number
  /** kill -9 of the process in the container, which is started again by its restart policy. */
  kill(app: App): Promise<void>
  isReady(app: App): Promise<boolean>
  /** Replaces the container by one of the image as it is now. @returns how long the former took to stop, in milliseconds */
  replace(app: App): Promise<number>
  /** Both at once, as for a version with migrations. @returns how long neither was ready, in milliseconds */
  replaceBoth(): Promise<number>
  /** Version in `/metrics` of the running server. */
  build(app: App): Promise<string>
  /** Faults in the way the container runs. */
  faults(app: App): Promise<string[]>
  /** Bytes. */
  memory(app: App): Promise<number>
  /** Mails of both in their common outbox. */
  mails(): Promise<CapturedMail[]>
}

/** Reason why no containers can be run here; undefined: they can. */
export function whyNoContainers(): string | undefined {
  if (process.getuid?.() !== 0) return 'takes root, as it looks into volumes and containers'
  for (const program of ['podman', 'podman-compose']) {
    if (!succeeds(program, '--version')) return `${program} missing: apt-get install podman podman-compose`
  }
  for (const [setting, image] of Object.entries(imagesNow())) {
    if (!succeeds('podman', 'image', 'exists', image) && !succeeds('podman', 'pull', '-q', image))
      return `${image} is not here and cannot be pulled: ${setting} names another`
  }
  return undefined
}

const imagesNow = () =>
  Object.fromEntries(
    Object.entries(BASES).map(([setting, image]) => [setting, process.env[setting] ?? image]),
  ) as typeof BASES

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const podman = async (...args: string[]) => (await execute('podman', args, BUFFER)).stdout.trim()

/**
 * Builds the image that both processes are started from next.
 * @param change what differs from this checkout: a file, what it says and what it will say
 * @returns its size in bytes
 */
export async function buildImage(
  folder: string,
  change?: { file: string; now: string; becomes: string },
): Promise<number> {
  let context = root
  if (change) {
    context = path.join(folder, 'next')
    const { stdout } = await execute('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      ...BUFFER,
    })
    for (const file of stdout.split('\0').filter(Boolean))
      await cp(path.join(root, file), path.join(context, file)).catch(() => {})
    const text = await readFile(path.join(context, change.file), 'utf8')
    if (!text.includes(change.now)) throw new Error(`${change.file} does not say '${change.now}'`)
    await writeFile(path.join(context, change.file), text.replace(change.now, change.becomes))
  }
  const args = ['--format', 'docker', '--network', 'host', '--ignorefile', path.join(context, IGNORED)]
  const base = ['--build-arg', `NODE=${imagesNow().NODE_IMAGE}`]
  await podman('build', ...args, ...base, '-f', path.join(context, 'deploy/Dockerfile'), '-t', IMAGE, context)
  return Number(await podman('image', 'inspect', '--format', '{{.Size}}', IMAGE))
}

/**
 * deploy/compose.yaml as it is: two processes, PostgreSQL, and Caddy.
 * @param folder for its files, and for its outputs at the end
 */
export async function startBoxes(folder: string): Promise<Boxes> {
  for (const file of ['compose.yaml', 'Caddyfile', 'make-database.sh'])
    await cp(path.join(root, 'deploy', file), path.join(folder, file))
  const password = randomBytes(12).toString('hex')
  const [http, https] = [await freePort(), await freePort()]
  const settings = {
    ...imagesNow(),
    SITE: 'localhost',
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    POSTGRES_PASSWORD: password,
    POSTGRES_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_PASSWORD: 'a small green kettle',
    RATE_LIMITS: 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(path.join(folder, '.env'), lines.join(''))
  const compose = (...args: string[]) =>
    execute('podman-compose', ['-p', PROJECT, '-f', 'compose.yaml', ...args], { cwd: folder, ...BUFFER })
  const nameOf = (service: string) => `${PROJECT}_${service}_1`
  const addressOf = (service: string) =>
    podman('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', nameOf(service))
  const url = `https://localhost:${https}`
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const answers = () =>
    request(`${url}/api/fetch/services`, {
      method: 'PUT',
      headers: { authorization: 'Bearer portal', 'content-type': 'application/json' },
      body: JSON.stringify({ location: 'fct' }),
      dispatcher,
    }).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode === 200
      },
      () => false,
    )

  async function isReady(app: App): Promise<boolean> {
    const address = await addressOf(app).catch(() => '')
    if (address === '') return false
    return fetch(`http://${address}:3000/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async function close(): Promise<void> {
    for (const service of [...APPS, 'db', 'proxy']) {
      const said = await execute('podman', ['logs', nameOf(service)], BUFFER).catch(() => undefined)
      if (said) await appendFile(path.join(folder, `${service}.log`), said.stdout + said.stderr)
    }
    await compose('down', '-v', '-t', '5').catch(() => {})
    await dispatcher.close()
  }

  // Remains of an earlier run that was killed.
  await compose('down', '-v', '-t', '0').catch(() => {})
  const begun = performance.now()
  let upMs = 0
  let databaseUrl = ''
  try {
    await compose('up', '-d', '--no-build')
    if (!(await waitFor(answers, UP_WITHIN_MS)))
      throw new Error(`the containers did not come up: see ${folder}`)
    upMs = performance.now() - begun
    for (const app of APPS)
      if (!(await waitFor(() => isReady(app), UP_WITHIN_MS)))
        throw new Error(`${app} is not ready: see ${folder}`)
    databaseUrl = `postgres://enamel:${password}@${await addressOf('db')}:5432/enamel`
  } catch (error) {
    await close()
    throw error
  }

  return {
    url,
    databaseUrl,
    upMs,
    isReady,
    async kill(app) {
      process.kill(Number(await podman('inspect', '--format', '{{.State.Pid}}', nameOf(app))), 'SIGKILL')
    },
    async replace(app) {
      const from = performance.now()
      // As long as stop_grace_period in compose.yaml.
      await podman('stop', '-t', '20', nameOf(app))
      const tookMs = performance.now() - from
      await podman('rm', nameOf(app))
      await compose('up', '-d', '--no-build', app)
      if (!(await waitFor(() => isReady(app), UP_WITHIN_MS)))
        throw new Error(`${app} did not come back: see ${folder}`)
      // Caddy looks every second.
      await delay(2_000)
      return tookMs
    },
    async replaceBoth() {
      const names = APPS.map(nameOf)
      const from = performance.now()
      await Promise.all(names.map((name) => podman('stop', '-t', '20', name)))
      await podman('rm', ...names)
      await compose('up', '-d', '--no-build', ...APPS)
      if (!(await waitFor(async () => (await Promise.all(APPS.map(isReady))).some(Boolean), UP_WITHIN_MS)))
        throw new Error(`nothing came back: see ${folder}`)
      const awayMs = performance.now() - from
      await waitFor(async () => (await Promise.all(APPS.map(isReady))).every(Boolean), UP_WITHIN_MS)
      return awayMs
    },
    async build(app) {
      const asked = `fetch('http://127.0.0.1:3000/metrics').then((a) => a.text()).then(console.log)`
      const text = await podman('exec', nameOf(app), 'node', '-e', asked)
      return /^enamel_build_info\{.*build="([^"]*)"/m.exec(text)?.[1] ?? ''
    },
    async faults(app) {
      const name = nameOf(app)
      const [{ State, HostConfig, EffectiveCaps }] = JSON.parse(await podman('inspect', name))
      const inside = (script: string) => succeeds('podman', 'exec', name, 'sh', '-c', script)
      const held: Record<string, boolean> = {
        'it runs as root': (await podman('exec', name, 'id', '-u')) !== '0',
        'it has capabilities': (EffectiveCaps ?? []).length === 0,
        'its root can be written to': HostConfig.ReadonlyRootfs && !inside('echo > /app/x || echo > /home/x'),
        'it cannot write to its data': inside('echo > /data/x && rm /data/x'),
        'it has no limit of memory': HostConfig.Memory > 0,
        'its health check fails': succeeds('podman', 'healthcheck', 'run', name),
        'the image has no health check': /"Healthcheck"/.test(await podman('image', 'inspect', IMAGE)),
        'it does not run': State.Running,
      }
      return Object.keys(held).filter((what) => !held[what])
    },
    async memory(app) {
      // Unshared memory of the container's processes, of /proc.
      const pids = (await podman('top', nameOf(app), 'hpid')).split('\n').slice(1)
      const kilobytes = await Promise.all(
        pids.map(async (pid) => {
          const text = await readFile(`/proc/${pid.trim()}/smaps_rollup`, 'utf8')
          return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1])
        }),
      )
      return kilobytes.reduce((sum, each) => sum + each, 0) * 1024
    },
    async mails() {
      const folder = await podman('volume', 'inspect', '--format', '{{.Mountpoint}}', `${PROJECT}_data`)
      const outbox = path.join(folder, 'outbox')
      // It is made with the first mail.
      if (!existsSync(outbox)) return []
      const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
      return Promise.all(
        files.map(async (name) => {
          const raw = await readFile(path.join(outbox, name), 'utf8')
          return capturedMail(mailHeader(raw, 'To') ?? '', raw)
        }),
      )
    },
    [Symbol.asyncDispose]: close,
  }
}
