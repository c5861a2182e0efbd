import { createTransport } from 'nodemailer'
import type { Pool as PgPool } from 'pg'
import { sweepReminders } from '../server/messages/sweep.ts'
import { arrivals } from './support/arrivals.ts'
import { barePool } from './support/bare-pool.ts'
import { benchClinic } from './support/clinic.ts'
import { type Inbox, queueConfirmations, settled, startInbox } from './support/inbox.ts'
import { type Measured, measured } from './support/load.ts'
import { type Bench, count, loadsTable, ms, type Report, table, times } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

const CONNECTIONS = 10
/** Mails that wait when nobody books. */
const WAITING = 2_000
/** Visits that are all reminded of at once. */
const VISITS = 100_000
/** Bookings at random moments, a second, and for how long. */
const BOOKINGS = 30
const SECONDS = 20
/** So long a queue of mails lasts that beside bookings never ends. */
const BACKLOG = 2_000

export const messagesBench: Bench = {
  title: 'Messages',
  what:
    `confirmations to an SMTP server of this machine: ${count(WAITING)} that wait while nobody books, beside the same mails sent one after ` +
    `another on as many connections by Nodemailer alone; ${BOOKINGS} bookings a second at random moments for ${SECONDS} s without and with mails ` +
    `that wait; how long after its booking a confirmation arrives; and a sweep of ${count(VISITS)} visits that are all to be reminded of.`,
  async run() {
    const inbox = await startInbox()
    try {
      return await withStack(
        {
          connections: CONNECTIONS,
          stored: VISITS,
          env: { SMTP_URL: inbox.url, MAIL_FROM: 'bench@example.com' },
        },
        (stack) => measureMessages(stack, inbox),
      )
    } finally {
      await inbox.close()
    }
  },
}

async function measureMessages(stack: Stack, inbox: Inbox): Promise<Report> {
  const pool = barePool(stack.databaseUrl, 4)
  const slots = freeSlots()
  const book = () => bookOne(stack.http, next(slots))

  const idle = await draining(pool, inbox, WAITING)
  const bare = await bareMails(inbox, idle.size)

  const load = { perSecond: BOOKINGS, seconds: SECONDS, work: book }
  await arrivals({ ...load, seconds: 3 })
  await settled(pool)
  const from = performance.now()
  const alone = await arrivals(load)
  await settled(pool)
  const latencies = await confirmationTimes(pool, inbox, from)

  await queueConfirmations(pool, BACKLOG)
  const before = inbox.arrived.length
  const beside = await arrivals(load)
  const mailsBeside = (inbox.arrived.length - before) / SECONDS
  await settled(pool)

  const sweep = await timedSweep(pool)
  await pool.end()
  const slower = beside.p99 / alone.p99
  return {
    findings: [
      {
        asked: '100 mails a second while nobody books',
        reached: count(idle.perSecond),
        holds: idle.perSecond >= 100,
      },
      {
        asked: 'of what Nodemailer alone sends',
        reached: times(idle.perSecond / bare.perSecond),
        holds: null,
      },
      {
        asked: '40 mails a second beside bookings',
        reached: mailsBeside.toFixed(1),
        holds: mailsBeside >= 40,
      },
      {
        asked: 'p99 of these at most 1.3 times that without',
        reached: `${times(slower)} times`,
        holds: slower <= 1.3,
      },
      {
        asked: 'a confirmation at most 2 s after its booking (median)',
        reached: `${(latencies.p50 / 1_000).toFixed(2)} s`,
        holds: latencies.p50 < 2_000,
      },
      {
        asked: `${count(VISITS)} visits swept in under 60 s`,
        reached: `${sweep.seconds.toFixed(1)} s, ${count(sweep.made)} reminders`,
        holds: sweep.seconds < 60 && sweep.made === VISITS,
      },
    ],
    tables: [
      loadsTable({ 'Nodemailer alone': bare, 'confirmations, nobody books': idle }),
      loadsTable({ 'bookings, no mails waiting': alone, 'bookings beside mails': beside }),
      table(
        ['', 'p50', 'p99'],
        [['from a booking to its confirmation', ms(latencies.p50), ms(latencies.p99)]],
      ),
    ],
  }
}

/** How many mails a second arrive of a queue, from the first to the last. */
async function draining(pool: PgPool, inbox: Inbox, mails: number): Promise<Measured & { size: number }> {
  await queueConfirmations(pool, 200)
  await settled(pool)
  const before = inbox.arrived.length
  await queueConfirmations(pool, mails)
  await settled(pool)
  const arrived = inbox.arrived.slice(before)
  const seconds = ((arrived.at(-1)?.at ?? 0) - (arrived[0]?.at ?? 0)) / 1_000
  const gaps = arrived.slice(1).map(({ at }, i) => at - (arrived[i]?.at ?? at))
  return { ...measured(gaps, seconds), size: arrived[0]?.size ?? 0 }
}

/** The least that mails of this size cost: the same library on as many connections, nothing composed, nothing noted. */
async function bareMails({ url }: Inbox, size: number): Promise<Measured> {
  const transport = createTransport({ url, pool: true, maxConnections: 5, ignoreTLS: true })
  const text = 'x'
    .repeat(70)
    .concat('\r\n')
    .repeat(Math.ceil(size / 72))
  const send = async () => {
    const from = performance.now()
    await transport.sendMail({ from: 'bench@example.com', to: 'bare@example.com', subject: 'Bench', text })
    return performance.now() - from
  }
  await Promise.all(Array.from({ length: 100 }, send))
  const from = performance.now()
  const taken = await Promise.all(Array.from({ length: WAITING }, send))
  const seconds = (performance.now() - from) / 1_000
  transport.close()
  return measured(taken, seconds)
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
async function timedSweep(pool: PgPool): Promise<{ seconds: number; made: number }> {
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
  return { seconds, made: rows[0].made }
}
