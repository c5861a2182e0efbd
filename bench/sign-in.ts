import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { hashPassword } from '../server/auth/passwords.ts'
import { ask } from './support/ask.ts'
import { benchClinic } from './support/clinic.ts'
import { type Measured, measure, median } from './support/load.ts'
import { barePool, PORTAL_HEADERS, type Stack } from './support/stack.ts'

const PEOPLE = 20
const CONNECTIONS = 10
const SECONDS = 5
const ROUNDS = 3
const PASSWORD = 'a small green kettle'

export type SignInFigures = {
  /** One sign-in after another, on a server with nothing else to do. */
  signIn: Measured
  /** One verification after another, by the library alone. */
  bareVerify: Measured
  idle: Measured
  withSignIns: Measured
  /** What the sign-ins did meanwhile. */
  meanwhile: Measured
}

/** What a sign-in costs, and what it costs the others: availability alone, and with 20 sign-ins under way all the time. */
export async function benchSignIn(stack: Stack): Promise<SignInFigures> {
  await storePeople(stack)
  const stored = await hash(PASSWORD, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  let turn = 0
  const availability = () => askForDay(stack, turn++)
  const runs: SignInFigures[] = []
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
  const middle = (name: keyof SignInFigures) => median(runs.map((run) => run[name]))
  return {
    signIn: middle('signIn'),
    bareVerify: middle('bareVerify'),
    idle: middle('idle'),
    withSignIns: middle('withSignIns'),
    meanwhile: middle('meanwhile'),
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

async function askForDay(stack: Stack, turn: number): Promise<void> {
  const from = addDays(clinicDate(new Date(), benchClinic.timeZone), 1 + (turn % 60))
  const { status, text } = await ask(stack.http, {
    method: 'GET',
    path: `/api/availability?location=fct&from=${from}&to=${from}`,
    headers: PORTAL_HEADERS,
  })
  if (status !== 200) throw new Error(`availability answered ${status}: ${text}`)
}
