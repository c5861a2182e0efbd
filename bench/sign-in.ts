import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { hashPassword } from '../server/auth/passwords.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { type Measured, measure, median } from './support/load.ts'
import { type Bench, loadsTable, type Report, times } from './support/report.ts'
import { PORTAL_HEADERS, type Stack, withStack } from './support/stack.ts'
import { askForDay } from './support/visitor.ts'

const PEOPLE = 20
const CONNECTIONS = 10
const SECONDS = 5
const ROUNDS = 3
const PASSWORD = 'a small green kettle'

export const signInBench: Bench = {
  title: 'Signing in',
  what:
    `one sign-in after another beside the library's bare verification, then \`GET /availability\` on ${CONNECTIONS} connections ` +
    `alone and with ${PEOPLE} people signing in all the time; three rounds of ${SECONDS} s in turns, the middle one.`,
  run: () => withStack({ connections: CONNECTIONS + PEOPLE, stored: 100_000 }, measureSignIn),
}

type Figures = {
  /** One sign-in after another, on a server with nothing else to do. */
  signIn: Measured
  /** One verification after another, by the library alone. */
  bareVerify: Measured
  idle: Measured
  withSignIns: Measured
  /** What the sign-ins did meanwhile. */
  meanwhile: Measured
}

async function measureSignIn(stack: Stack): Promise<Report> {
  await storePeople(stack)
  const stored = await hash(PASSWORD, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  let turn = 0
  const availability = () => askForDay(stack.http, 1 + (turn++ % 60))
  const runs: Figures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const one = { connections: 1, seconds: SECONDS }
    const signIn = await measure({ ...one, work: () => signInAs(stack, 0) })
    const bareVerify = await measure({
      ...one,
      work: async () => {
        if (!(await verify(stored, PASSWORD))) throw new Error('the right password was refused')
      },
    })
    const load = { connections: CONNECTIONS, seconds: SECONDS, work: availability }
    const idle = await measure(load)
    const [withSignIns, meanwhile] = await Promise.all([
      measure(load),
      measure({ connections: PEOPLE, seconds: SECONDS, work: (person) => signInAs(stack, person) }),
    ])
    runs.push({ signIn, bareVerify, idle, withSignIns, meanwhile })
  }
  const middle = (name: keyof Figures) => median(runs.map((run) => run[name]))
  const signIn = middle('signIn')
  const bareVerify = middle('bareVerify')
  const idle = middle('idle')
  const withSignIns = middle('withSignIns')
  const slower = withSignIns.p99 / idle.p99
  return {
    findings: [
      {
        asked: `p99 of availability with ${PEOPLE} sign-ins under way under 2 times that without`,
        reached: `${times(slower)} times`,
        holds: slower < 2,
      },
      {
        asked: 'a sign-in costs what argon2id costs (p50)',
        reached: `${times(signIn.p50 / bareVerify.p50)} times`,
        holds: null,
      },
    ],
    tables: [
      loadsTable({
        'bare argon2id verification (19 MiB, two passes)': bareVerify,
        'sign-in, one after another': signIn,
      }),
      loadsTable({
        'availability of a day, nobody signing in': idle,
        [`with ${PEOPLE} sign-ins under way`]: withSignIns,
        'those sign-ins': middle('meanwhile'),
      }),
    ],
  }
}

async function storePeople(stack: Stack): Promise<void> {
  const pool = barePool(stack.databaseUrl, 1)
  for (let person = 0; person < PEOPLE; person++) {
    await pool.query(
      `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, password_hash)
       VALUES ($1, $2, $3, $3, 'Bench', 'Person', 'staff', $4)`,
      [randomUUID(), `bench${person}`, `bench${person}@example.com`, await hashPassword(PASSWORD)],
    )
  }
  await pool.end()
}

async function signInAs(stack: Stack, person: number): Promise<void> {
  const { status, text } = await ask(stack.http, {
    method: 'POST',
    path: '/api/auth/signin',
    headers: PORTAL_HEADERS,
    body: JSON.stringify({ username: `bench${person}`, password: PASSWORD }),
  })
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${text}`)
}
