import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hashPassword } from '../server/auth/passwords.ts'
import { newToken, tokenHash } from '../server/auth/tokens.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { measured } from './support/load.ts'
import { type Bench, loadsTable, type Report } from './support/report.ts'
import { PORTAL_HEADERS, type Stack, withStack } from './support/stack.ts'

/** What is asked for, and more than one thread verifies. */
const RATES = [50, 150] as const
const SECONDS = 20
const PASSWORD = 'a small green kettle'
/** What is asked of it, in milliseconds. */
const ASKED_P95_MS = 1_000

export const signInFloodBench: Bench = {
  title: 'Signing in during a flood',
  what:
    `${RATES.join(', then ')} wrong sign-ins a second, each of another name and from another address, for ${SECONDS} s; beside them a right one ` +
    'after another from a known device, and from a browser that nobody knows.',
  run: () =>
    withStack(
      { connections: 400, stored: 1_000, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } },
      measureFlood,
    ),
}

async function measureFlood(stack: Stack): Promise<Report> {
  const device = await storePerson(stack, 'known')
  await storePerson(stack, 'stranger')
  const reports: Report[] = []
  for (const rate of RATES) reports.push(await measureRate(stack, rate, device))
  return {
    findings: reports.flatMap(({ findings }) => findings),
    tables: reports.flatMap(({ tables }) => tables),
  }
}

async function measureRate(stack: Stack, rate: number, device: string): Promise<Report> {
  const end = performance.now() + SECONDS * 1000
  const flooded: Record<number, number> = {}
  const pending: Promise<void>[] = []
  const flood = (async () => {
    for (let n = 0; performance.now() < end; n++) {
      pending.push(
        signIn(stack, {
          name: `nobody${rate}.${n}`,
          password: 'not the right one',
          caller: callerOf(n),
        }).then((status) => {
          flooded[status] = (flooded[status] ?? 0) + 1
        }),
      )
      await pause(1000 / rate)
    }
  })()
  const [known, stranger] = await Promise.all([
    rightOnes(end, () =>
      signIn(stack, {
        name: 'known',
        password: PASSWORD,
        caller: '192.0.2.1',
        cookie: `device-00000000=${device}`,
      }),
    ),
    rightOnes(end, (n) =>
      signIn(stack, { name: 'stranger', password: PASSWORD, caller: callerOf(100_000 + n) }),
    ),
  ])
  await flood
  await Promise.all(pending)
  return {
    findings: [
      {
        asked: `${rate} a second: a right sign-in from a known device under ${ASKED_P95_MS} ms at p95`,
        reached: `${Math.round(known.p95)} ms, ${known.refused} of ${known.times.length} refused`,
        holds: known.p95 < ASKED_P95_MS && known.refused === 0,
      },
      {
        asked: 'the same of a browser that nobody knows',
        reached: `${Math.round(stranger.p95)} ms, ${stranger.refused} of ${stranger.times.length} refused`,
        holds: null,
      },
      {
        asked: 'the wrong ones, by their answer',
        reached: Object.entries(flooded)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
        holds: null,
      },
    ],
    tables: [
      loadsTable({
        'right, from a known device': measured(known.times, SECONDS),
        'right, from a browser nobody knows': measured(stranger.times, SECONDS),
      }),
    ],
  }
}

/** One right sign-in after another, with half a second between them. */
async function rightOnes(end: number, work: (n: number) => Promise<number>) {
  const times: number[] = []
  let refused = 0
  for (let n = 0; performance.now() < end; n++) {
    const from = performance.now()
    if ((await work(n)) !== 200) refused += 1
    times.push(performance.now() - from)
    await pause(500)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { times, refused, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 }
}

/** Another /24 each, as a botnet has. */
const callerOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

async function storePerson(stack: Stack, username: string): Promise<string> {
  const pool = barePool(stack.databaseUrl, 1)
  const id = randomUUID()
  await pool.query(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, locations, password_hash)
     VALUES ($1, $2, $3, $3, 'Bench', 'Person', 'staff', '{fct}', $4)`,
    [id, username, `${username}@example.com`, await hashPassword(PASSWORD)],
  )
  const device = newToken()
  await pool.query(
    `INSERT INTO known_devices (token_hash, staff_id, created_at, last_used_at, expires_at)
     VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
    [tokenHash(device), id],
  )
  await pool.end()
  return device
}

type Try = { name: string; password: string; caller: string; cookie?: string }

/** @returns the status */
async function signIn(stack: Stack, { name, password, caller, cookie }: Try): Promise<number> {
  const { status } = await ask(stack.http, {
    method: 'POST',
    path: '/api/auth/signin',
    headers: { ...PORTAL_HEADERS, 'x-forwarded-for': caller, ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify({ username: name, password }),
  })
  return status
}
