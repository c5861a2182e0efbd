import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { rankTest } from './support/rank-test.ts'
import { type Bench, count, ms, type Report, table, times } from './support/report.ts'
import { PORTAL_HEADERS, type Stack, withStack } from './support/stack.ts'

/** Registered patients in the table; every one of them, and as many nobodies, can be asked for. */
const PATIENTS = 20_000
const PAIRS = 400
const WARM_UP = 100

/** Milliseconds at the median for somebody and for nobody, and how likely chance alone makes them differ so. */
type Timed = { known: number; nobody: number; p: number }

export const oneTimeCodesBench: Bench = {
  title: 'One-time codes',
  what:
    `whether the time of an answer tells who is a patient. ${PAIRS} pairs of requests, one for a patient among ${count(PATIENTS)} and one ` +
    'for nobody, in an order left to chance, one after another without a network; then entering a wrong code. The medians, and ' +
    'how likely chance alone makes the two differ so (rank test of Mann and Whitney).',
  run: () => withStack({ connections: 1, stored: 0 }, measureCodes),
}

async function measureCodes(stack: Stack): Promise<Report> {
  await storePatients(stack)
  const challenges = { known: [] as string[], nobody: [] as string[] }
  const askFor =
    (contact: (n: number) => object, sms = false) =>
    async (n: number, who: 'known' | 'nobody') => {
      const path = sms ? '/api/send-otp/sms' : '/api/send-otp/email'
      const text = await post(
        stack,
        path,
        { ...contact(who === 'known' ? n : n + PATIENTS), location: 'fct' },
        200,
      )
      challenges[who].push(JSON.parse(text).data[0].rawId)
    }
  const byEmail = await inTurns(askFor((n) => ({ destination: `bench${n}@example.com` })))
  const byPhone = await inTurns(askFor((n) => ({ destination: phoneOf(n) }), true))
  const byClinicId = await inTurns(askFor((n) => ({ emrId: `BENCH-${n}` })))
  const wrongCode = await inTurns(async (_, who) => {
    await post(stack, '/api/verify-otp', { rawId: challenges[who].pop(), code: 100_000 }, 400)
  })
  const asked = {
    'asking by email': byEmail,
    'asking by phone': byPhone,
    'asking by clinic id': byClinicId,
    'entering a wrong code': wrongCode,
  }
  return {
    findings: [
      {
        asked: 'no difference that chance would make less than once in a hundred times',
        reached: `p = ${Object.values(asked)
          .map(({ p }) => times(p))
          .join(', ')}`,
        holds: Object.values(asked).every(({ p }) => p >= 0.01),
      },
    ],
    tables: [
      table(
        ['', 'p', 'patient', 'nobody'],
        Object.entries(asked).map(([name, { known, nobody, p }]) => [name, times(p), ms(known), ms(nobody)]),
      ),
    ],
  }
}

async function inTurns(work: (n: number, who: 'known' | 'nobody') => Promise<void>): Promise<Timed> {
  const times = { known: [] as number[], nobody: [] as number[] }
  for (let n = 0; n < WARM_UP + PAIRS; n++) {
    const order = Math.random() < 0.5 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)
    for (const who of order) {
      const from = performance.now()
      await work(n, who)
      if (n >= WARM_UP) times[who].push(performance.now() - from)
    }
  }
  return {
    known: middle(times.known),
    nobody: middle(times.nobody),
    p: rankTest(times.known, times.nobody),
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** A Nigerian number: 0803 and seven digits. */
const phoneOf = (n: number) => `0803${String(1_000_000 + n)}`

async function storePatients(stack: Stack): Promise<void> {
  const pool = barePool(stack.databaseUrl, 1)
  await pool.query(
    `INSERT INTO patients (id, verified, clinic_id, first_name, last_name, email, email_key, phone, phone_e164, address)
     SELECT gen_random_uuid(), true, 'BENCH-' || n, 'Bench', 'Person', 'bench' || n || '@example.com',
       'bench' || n || '@example.com', '0803' || 1000000 + n, '+234803' || 1000000 + n, ''
     FROM generate_series(0, $1::int - 1) n`,
    [PATIENTS],
  )
  await pool.query('ANALYZE patients')
  await pool.end()
}

async function post(stack: Stack, path: string, body: object, expected: number): Promise<string> {
  const request = { method: 'POST' as const, path, headers: PORTAL_HEADERS, body: JSON.stringify(body) }
  const { status, text } = await ask(stack.http, request)
  if (status !== expected) throw new Error(`${path} answered ${status}: ${text}`)
  return text
}
