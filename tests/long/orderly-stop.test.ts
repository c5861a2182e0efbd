import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { validBooking } from '../support/clinic.ts'
import { emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/*
 * The Caddyfile of deploy/ in front of two processes; one is stopped in order, as at an upgrade, while people book.
 * Skipped where Caddy is not installed: apt-get install caddy.
 */
const hasCaddy = (() => {
  try {
    execFileSync('caddy', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const CALLERS = 8

async function caddyBefore(servers: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n}\nimport ${path.resolve('deploy/Caddyfile')}\n`)
  const site = `http://127.0.0.1:${await freePort()}`
  const upstreams = servers.map((address) => new URL(address).host).join(' ')
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env.PATH, HOME: folder, SITE: site, UPSTREAMS: upstreams },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    caddy.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await expect.poll(() => statusOf(site)).toBe(200)
  return site
}

const PORTAL = { authorization: 'Bearer portal', 'content-type': 'application/json' }
const services = { method: 'PUT', headers: PORTAL, body: JSON.stringify({ location: 'fct' }) }
const statusOf = (site: string) =>
  fetch(`${site}/api/fetch/services`, services).then(
    ({ status }) => status,
    () => 0,
  )

it.runIf(hasCaddy)(
  'an orderly stop loses no request, with or without a body',
  async () => {
    await using database = await emptyDatabase()
    const settings = { DATABASE_URL: database.url, TRUST_PROXY: '1', RATE_LIMITS: 'off' }
    const servers: ServerProcess[] = [startServerProcess(settings), startServerProcess(settings)]
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
    })
    const addresses = await Promise.all(servers.map((server) => server.address()))
    const site = await caddyBefore(addresses)
    await expect.poll(() => statusOf(site)).toBe(200)

    let isOver = false
    let answered = 0
    const notOurs: string[] = []
    async function call() {
      while (!isOver) {
        const booking = { ...validBooking, appointment_date: '2020-01-01' }
        const headers = { ...PORTAL, 'idempotency-key': randomUUID() }
        const body = JSON.stringify(booking)
        const calls = [
          fetch(`${site}/api/appointments/book`, { method: 'POST', headers, body }),
          fetch(`${site}/api/fetch/services`, services),
        ]
        for (const answer of calls) {
          const { status, text } = await answer.then(
            async (response) => ({ status: response.status, text: await response.text() }),
            (error: Error) => ({ status: 0, text: error.message }),
          )
          answered += 1
          if (status >= 500 || !text.includes('"success"')) notOurs.push(`${status} ${text.slice(0, 80)}`)
        }
      }
    }
    const callers = Array.from({ length: CALLERS }, call)
    await delay(1_000)
    servers[0]?.child.kill('SIGTERM')
    expect(await servers[0]?.exit).toEqual([0, null])
    await delay(2_000)
    isOver = true
    await Promise.all(callers)
    expect(notOurs).toEqual([])
    expect(answered).toBeGreaterThan(100)
  },
  60_000,
)
