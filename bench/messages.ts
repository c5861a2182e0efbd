import type { Pool as PgPool } from 'pg'
import { sweepReminders } from '../server/messages/reminders/sweep.ts'
import { arrivals } from './support/arrivals.ts'
import { barePool } from './support/bare-pool.ts'
import { benchClinic } from './support/clinic.ts'
import { type Inbox, queueConfirmations, settled, startInbox } from './support/inbox.ts'
import { type Measured, measured } from './support/load.ts'
import { amount } from './support/options.ts'
import { compared, type Row, single, twice } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

const CONNECTIONS = 10
/** Mails that wait when nobody books. */
const WAITING = amount(2_000, 100)
/** Visits that are all reminded of at once. */
const VISITS = amount(100_000, 2_000)
/** Bookings at random moments, a second, and for how long. */
const BOOKINGS = 30
const SECONDS = amount(20, 3)
/** So long a queue of mails lasts that beside bookings never ends. */
const BACKLOG = amount(2_000, 200)

/** Confirmations to a mail server of this machine, alone and beside bookings, and the reminders of a whole clinic. */
export async function messages(): Promise<Row[]> {
  const inbox = await startInbox()
  const env = { SMTP_URL: inbox.url, MAIL_FROM: 'bench@example.com' }
  try {
    return await withStack({ connections: CONNECTIONS, stored: VISITS, env }, (stack) =>
      measureMessages(stack, inbox),
    )
  } finally {
    await inbox.close()
  }
}

async function measureMessages(stack: Stack, inbox: Inbox): Promise<Row[]> {
  const pool = barePool(stack.databaseUrl, 4)
  const slots = freeSlots()
  const load = { perSecond: BOOKINGS, seconds: SECONDS, work: () => bookOne(stack.http, next(slots)) }
  const whileNobodyBooks = await draining(pool, inbox)

  await arrivals({ ...load, seconds: 3 })
  await settled(pool)
  const from = performance.now()
  const alone = await arrivals(load)
  await settled(pool)
  const latencies = await confirmationTimes(pool, inbox, from)
  const again = await arrivals(load)
  await settled(pool)

  await queueConfirmations(pool, BACKLOG)
  const before = inbox.arrived.length
  const beside = await arrivals(load)
  const mailsBeside = (inbox.arrived.length - before) / SECONDS
  await settled(pool)

  const sweep = await timedSweep(pool)
  await pool.end()
  const pair = { ours: beside, reference: alone, beside: 'no mails waiting' }
  return [
    single('confirmations while nobody books', whileNobodyBooks, 'a second', { atLeast: 100 }),
    single('from a booking to its confirmation, median', latencies.p50, 'ms', { atMost: 2_000 }),
    twice(`${BOOKINGS} bookings a second`, 'p99', alone, again),
    compared(`${BOOKINGS} bookings a second beside mails`, 'p99', pair, { atMost: 1.3 }),
    single('mails beside these bookings', mailsBeside, 'a second', { atLeast: 40 }),
    single(`reminders of ${VISITS.toLocaleString('en')} visits`, sweep, 's', { atMost: 60 }),
  ]
}

/** How many mails a second arrive of a queue, from the first to the last. */
async function draining(pool: PgPool, inbox: Inbox): Promise<number> {
  await queueConfirmations(pool, WAITING / 10)
  await settled(pool)
  const before = inbox.arrived.length
  await queueConfirmations(pool, WAITING)
  await settled(pool)
  const arrived = inbox.arrived.slice(before)
  return arrived.length / (((arrived.at(-1)?.at ?? 0) - (arrived[0]?.at ?? 0)) / 1_000)
}

/** Milliseconds from each booking's commit to its confirmation's arrival. */
async function confirmationTimes(pool: PgPool, inbox: Inbox, from: number): Promise<Measured> {
  const { rows } = await pool.query<{ email: string; at: Date }>(
    `SELECT p.email, a.created_at AS at FROM appointments a JOIN patients p ON p.id = a.patient_id
     WHERE a.created_at >= $1`,
    [new Date(performance.timeOrigin + from)],
  )
  const booked = new Map(rows.map(({ email, at }) => [email, at.getTime()]))
  const taken = inbox.arrived.flatMap(({ to, at }) => {
    const since = booked.get(to)
    return since === undefined ? [] : [at - since]
  })
  return measured(taken, SECONDS)
}

/** Seconds that one process takes for the reminders of as many visits, none of which was looked at before. */
async function timedSweep(pool: PgPool): Promise<number> {
  await pool.query('ALTER TABLE appointments DROP CONSTRAINT appointments_no_overlap')
  await pool.query('ALTER TABLE appointments DISABLE TRIGGER appointments_timed')
  await pool.query(
    `UPDATE appointments SET status = 'confirmed', visit = NULL, starts_at = now() + interval '30 hours', ends_at = now() + interval '31 hours',
       created_at = now() - interval '30 days', moved_at = NULL, remind_at = to_timestamp(0)
     WHERE id IN (SELECT id FROM appointments LIMIT $1)`,
    [VISITS],
  )
  await pool.query('VACUUM ANALYZE appointments')
  const from = performance.now()
  await sweepReminders({ pool, clinic: benchClinic }, new Date())
  // The server sweeps too: a portion that it holds is made when its transaction ends.
  await pool.query('SELECT FROM appointments WHERE remind_at = to_timestamp(0) FOR UPDATE')
  const seconds = (performance.now() - from) / 1_000
  const { rows } = await pool.query(`SELECT count(*)::int AS made FROM messages WHERE kind = 'reminder'`)
  if (rows[0].made < VISITS) throw new Error(`only ${rows[0].made} reminders were made`)
  return seconds
}
