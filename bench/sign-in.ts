import { randomUUID } from 'node:crypto'
import { hashPassword } from '../server/accounts/auth/passwords.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { inTurns, measure } from './support/load.ts'
import { amount } from './support/options.ts'
import { compared, type Row, twice } from './support/report.ts'
import { PORTAL_HEADERS, type Stack, withStack } from './support/stack.ts'
import { askForDay } from './support/visitor.ts'

const PEOPLE = 20
const CONNECTIONS = 10
const SECONDS = amount(5, 0.5)
const PASSWORD = 'a small green kettle'

/** Availability while as many people sign in all the time. */
export const signIn = (): Promise<Row[]> =>
  withStack({ connections: CONNECTIONS + PEOPLE, stored: amount(100_000, 1_000) }, measureSignIn)

async function measureSignIn(stack: Stack): Promise<Row[]> {
  await storePeople(stack)
  let turn = 0
  const availability = () => askForDay(stack.http, 1 + (turn++ % 60))
  const alone = { connections: CONNECTIONS, seconds: SECONDS, work: availability }
  const signIns = { connections: PEOPLE, seconds: SECONDS, work: (person: number) => signInAs(stack, person) }
  const besideSignIns = async () => (await Promise.all([measure(alone), measure(signIns)]))[0]
  const loads = await inTurns({ alone, again: alone, besideSignIns })
  const pair = { ours: loads.besideSignIns, reference: loads.alone, beside: 'nobody signs in' }
  return [
    twice('availability of a day', 'p99', loads.alone, loads.again),
    compared(`availability of a day beside ${PEOPLE} sign-ins`, 'p99', pair, { atMost: 2 }),
  ]
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
