import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import clinicConfig from '../../clinic.config.ts'
import { reminderJob } from '../../server/messages/jobs/reminder-job.ts'
import { MailNotSent } from '../../server/messages/mail/smtp-failure.ts'
import { sweepReminders } from '../../server/messages/reminders/sweep.ts'
import { settleMessage } from '../../server/messages/send/repository.ts'
import { SmsNotSent } from '../../server/messages/sms/sms-failure.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { capturedLog } from '../support/jobs.ts'

/*
 * Thirty days of a busy clinic in Lagos, an hour ahead of UTC all year, with a clock by hand: 2,000 appointments that
 * are booked, moved and cancelled, two processes that sweep and send at once, are killed in the middle of it and
 * restarted, and outages of mail and SMS, the hours of reminders among them. An oracle, which shares only the rules'
 * words with the server, then says which messages each patient should have got.
 */

const VISITS = 2_000
const DAYS = 30
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Midnight in Lagos. */
const BEGIN = Date.parse('2030-03-04T00:00:00+01:00')
const END = BEGIN + DAYS * DAY
const TICK = 10 * MINUTE
/** Tries of one job: as pg-boss has it, in the clinic's own time. */
const RETRY = [15_000, 30_000, MINUTE, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE]

type Time = { startsAt: number; since: number; until: number }
type Visit = {
  id: string
  has: 'both' | 'email' | 'phone'
  /** Each time that it had, from when to when. */
  times: Time[]
  cancelledAt: number
  /** Whether the address and the number refuse everything. */
  isRefused: boolean
  isReached: boolean
}
type Delivered = {
  to: string
  id: string
  step: string
  startsAt: number
  at: number
  channel: 'email' | 'sms'
}
type Plan = { at: number; act(): Promise<void> }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('each patient is reminded as the rules say, whatever fails meanwhile', async () => {
  const random = mulberry(20_300_304)
  const world = await startWorld(database.pool, random)
  const plans = await bookings(database.pool, random, world)
  let planned = 0
  for (let now = BEGIN; now <= END; now += TICK) {
    world.now = now
    for (; (plans[planned]?.at ?? Number.POSITIVE_INFINITY) <= now; planned++) await plans[planned]?.act()
    await world.tick()
  }
  const problems = await compare(database.pool, world)
  expect(problems).toEqual([])
  // The faults did happen.
  expect(world.delivered.length).toBeGreaterThan(2_000)
  expect(world.kills).toBeGreaterThan(20)
  expect(world.failures).toBeGreaterThan(100)
})

/** Uniform numbers from 0 to 1, the same in each run. */
function mulberry(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type World = Awaited<ReturnType<typeof startWorld>>

/** Two processes, a mail server and a gateway. */
async function startWorld(pool: Pool, random: () => number) {
  /** Mail and SMS are away: an evening's and a morning's hour of reminders, and at other times. */
  const away = {
    email: [outage(3, 9, 10), outage(9, 10, 180), outage(17, 12, 60)],
    sms: [outage(5, 19, 10), outage(11, 19, 70), outage(20, 8, 10), outage(23, 10, 240)],
  }
  /** No staff at work: a night, and a day. */
  const down: readonly [number, number][] = [outage(7, 22, 8 * 60), outage(14, 11, 26 * 60)]
  const isIn = (spans: readonly (readonly [number, number])[], at: number) =>
    spans.some(([from, until]) => at >= from && at < until)

  const visits = new Map<string, Visit>()
  const world = {
    now: BEGIN,
    visits,
    delivered: [] as Delivered[],
    away,
    down,
    isIn,
    kills: 0,
    failures: 0,
    /** Both processes at once, each until nothing is due. */
    async tick() {
      if (isIn(down, world.now)) return
      await Promise.all([work(), work()])
    },
  }
  const retries = new Map<string, { tries: number; at: number }>()
  const said = new Map<string, { step: string; startsAt: number; appointmentId: string }>()

  class Killed extends Error {}
  /** A process dies here now and then. */
  const maybeKilled = (share: number) => {
    if (random() >= share) return
    world.kills++
    throw new Killed('killed')
  }
  async function deliver(channel: 'email' | 'sms', id: string): Promise<'sent' | 'refused'> {
    if (isIn(away[channel], world.now)) {
      world.failures++
      throw channel === 'email'
        ? new MailNotSent('mail server away: ESOCKET')
        : new SmsNotSent('ECONNREFUSED', { maybeSent: false })
    }
    maybeKilled(0.005)
    const job = said.get(id)
    const visit = visits.get(job?.appointmentId ?? '')
    if (!job || !visit) throw new Error('nobody’s message')
    if (visit.isRefused) return 'refused'
    world.delivered.push({ to: visit.id, id, step: job.step, startsAt: job.startsAt, at: world.now, channel })
    maybeKilled(0.005)
    return 'sent'
  }
  const remind = reminderJob({
    pool,
    clinic: clinicConfig,
    origin: () => 'https://book.example.com',
    transport: {
      sender: { name: '', address: 'desk@example.com' },
      send: (_, id) => deliver('email', id),
      close: () => {},
    },
    sms: { way: 'gateway', send: (_, id) => deliver('sms', id) },
    smsOn: () => ({ take: async () => true, giveBack: async () => {} }),
    log: capturedLog().log,
    now: () => new Date(world.now),
  })

  async function work(): Promise<void> {
    await sweepReminders({ pool, clinic: clinicConfig }, new Date(world.now))
    for (;;) {
      const due = [...retries].filter(([, { at }]) => at > world.now).map(([id]) => id)
      const { rows } = await pool.query(
        `UPDATE pgboss.job SET state = 'active' WHERE id IN (
           SELECT id FROM pgboss.job WHERE name = 'visit-reminder' AND state IN ('created', 'retry') AND id <> ALL ($1)
           LIMIT 20 FOR UPDATE SKIP LOCKED)
         AND name = 'visit-reminder' RETURNING id, data`,
        [due],
      )
      if (rows.length === 0) return
      await Promise.all(rows.map(({ id, data }) => attempt(id, data)))
    }
  }

  async function attempt(id: string, data: Parameters<typeof remind>[0]): Promise<void> {
    const tries = retries.get(id)?.tries ?? 0
    said.set(id, { step: data.step, startsAt: Date.parse(data.startsAt), appointmentId: data.appointmentId })
    try {
      const outcome = await remind({ ...data, id, attempt: tries + 1 })
      await pool.query(`DELETE FROM pgboss.job WHERE id = $1`, [id])
      if (outcome === 'refused') await settleMessage(pool, id, 'given_up', new Date(world.now))
    } catch (error) {
      // A job whose process was killed is tried again when its time is up.
      const wait = error instanceof Killed ? 2 * MINUTE : (RETRY[Math.min(tries, RETRY.length - 1)] ?? MINUTE)
      if (!(error instanceof Killed || error instanceof MailNotSent || error instanceof SmsNotSent))
        throw error
      retries.set(id, { tries: tries + 1, at: world.now + wait })
      await pool.query(`UPDATE pgboss.job SET state = 'retry' WHERE id = $1`, [id])
    }
  }
  return world
}

/** From a day and an hour of it, for so many minutes. */
function outage(day: number, hour: number, minutes: number): [number, number] {
  const from = BEGIN + day * DAY + hour * HOUR
  return [from, from + minutes * MINUTE]
}

/** Random events: each appointment is booked, and may move and be cancelled. */
async function bookings(pool: Pool, random: () => number, world: World): Promise<Plan[]> {
  const doctors = clinicConfig.doctors
  const free: { doctor: string; startsAt: number }[] = []
  for (let day = 0; day < DAYS; day++) {
    for (let half = 0; half < 22; half++) {
      for (const { id } of doctors)
        free.push({ doctor: id, startsAt: BEGIN + day * DAY + 8 * HOUR + half * 30 * MINUTE })
    }
  }
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const take = () => free.splice(Math.floor(random() * free.length), 1)[0] as (typeof free)[number]
  const plans: Plan[] = []
  for (let n = 0; n < VISITS; n++) {
    const first = take()
    // Some a moment before, most within two weeks.
    const ahead = random() < 0.3 ? random() * 6 * HOUR : random() * 14 * DAY
    const bookedAt = onTick(Math.max(BEGIN, first.startsAt - ahead))
    const visit: Visit = {
      id: randomUUID(),
      has: any(['both', 'both', 'email', 'phone']),
      times: [{ startsAt: first.startsAt, since: bookedAt, until: Number.POSITIVE_INFINITY }],
      cancelledAt: Number.POSITIVE_INFINITY,
      isRefused: random() < 0.03,
      isReached: random() >= 0.03,
    }
    world.visits.set(visit.id, visit)
    plans.push({ at: bookedAt, act: () => store(pool, visit, first, n) })
    let { startsAt } = first
    let last = bookedAt
    while (random() < 0.2 && startsAt - last > 2 * TICK) {
      const to = take()
      const movedAt = onTick(last + random() * (startsAt - last - TICK))
      if (to.startsAt <= movedAt + TICK) break
      const before = visit.times.at(-1) as Time
      before.until = movedAt
      visit.times.push({ startsAt: to.startsAt, since: movedAt, until: Number.POSITIVE_INFINITY })
      plans.push({ at: movedAt, act: () => move(pool, visit.id, to, movedAt) })
      startsAt = to.startsAt
      last = movedAt
    }
    if (random() < 0.1 && startsAt - last > 2 * TICK) {
      visit.cancelledAt = onTick(last + random() * (startsAt - last - TICK))
      ;(visit.times.at(-1) as Time).until = visit.cancelledAt
      plans.push({
        at: visit.cancelledAt,
        act: async () =>
          void (await pool.query(`UPDATE appointments SET status = 'cancelled' WHERE id = $1`, [visit.id])),
      })
    }
  }
  return plans.sort((one, other) => one.at - other.at)
}

const onTick = (at: number) => Math.ceil(at / TICK) * TICK

async function store(
  pool: Pool,
  visit: Visit,
  { doctor, startsAt }: { doctor: string; startsAt: number },
  n: number,
) {
  const patient = randomUUID()
  const email = visit.has === 'phone' ? '' : `p${n}@example.com`
  const phone = visit.has === 'email' ? '' : `+234803${String(1_000_000 + n)}`
  await pool.query(
    `WITH person AS (
       INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, address)
       VALUES ($1, 'Ada', 'Obi', $2, $2, $3, nullif($3, ''), '')
     )
     INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
                               starts_at, ends_at, status, complaint, reachable, created_at)
     VALUES ($4, $5, $1, $6, false, 'fct', 'Check-Up', 'consultation', $7, $7::timestamptz + interval '30 minutes', 'open', '', $8, $9)`,
    [
      patient,
      email,
      phone,
      visit.id,
      `R${n}`,
      doctor,
      new Date(startsAt),
      visit.isReached,
      new Date(visit.times[0]?.since ?? 0),
    ],
  )
}

async function move(
  pool: Pool,
  id: string,
  to: { doctor: string; startsAt: number },
  at: number,
): Promise<void> {
  await pool.query(
    `UPDATE appointments SET doctor_id = $2, starts_at = $3, ends_at = $3::timestamptz + interval '30 minutes', version = version + 1
     WHERE id = $1`,
    [id, to.doctor, new Date(to.startsAt)],
  )
  // The trigger goes by the database's clock, which is not this one.
  await pool.query('UPDATE appointments SET moved_at = $2 WHERE id = $1', [id, new Date(at)])
}

type Due = { step: string; channel: 'email' | 'sms'; at: number }

/** The rules' words, in minutes of Lagos: 48 hours by mail or else SMS, 3 hours by SMS. */
function oracle({ startsAt, since }: Time, has: Visit['has']): Due[] {
  const due: Due[] = []
  for (const [hours, channel] of [
    [48, has === 'phone' ? 'sms' : 'email'],
    [3, has === 'email' ? null : 'sms'],
  ] as const) {
    const ideal = startsAt - hours * HOUR
    if (channel === null || since > ideal) continue
    const minute = (((ideal - BEGIN) % DAY) + DAY) % DAY
    const midnight = ideal - minute
    if (channel === 'email' || (minute >= 8 * HOUR && minute < 20 * HOUR)) {
      due.push({ step: `${hours}h`, channel, at: ideal })
      continue
    }
    const morning = minute < 8 * HOUR ? midnight + 8 * HOUR : midnight + 32 * HOUR
    const evening = morning - 13 * HOUR
    if (since <= evening) due.push({ step: `${hours}h`, channel, at: evening })
    else if (startsAt - morning >= HOUR) due.push({ step: `${hours}h`, channel, at: morning })
  }
  due.sort((one, other) => one.at - other.at)
  return due.filter(({ at }, i) => (due[i + 1]?.at ?? Number.POSITIVE_INFINITY) - at >= 12 * HOUR)
}

const isNight = (at: number) => {
  const minute = (at - BEGIN) % DAY
  return minute >= 20 * HOUR || minute < 8 * HOUR
}
/** Maximum delay of a message while nothing is down: the delays of two attempts and two ticks. */
const SOON = 2 * TICK + 7 * MINUTE

/** A sentence for each difference between what came and what should have. */
async function compare(pool: Pool, world: World): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await pool.query<{
    visit: string
    step: string
    startsAt: Date
    state: string
    channel: string | null
  }>(
    `SELECT appointment_id AS visit, step, starts_at AS "startsAt", state, channel FROM messages WHERE kind = 'reminder'`,
  )
  const stateOf = new Map(
    rows.map((row) => [`${row.visit} ${row.step} ${row.startsAt.getTime()}`, row.state]),
  )
  const got = Map.groupBy(world.delivered, ({ to, step, startsAt }) => `${to} ${step} ${startsAt}`)
  const expected = new Set<string>()
  for (const visit of world.visits.values()) {
    for (const time of visit.times) {
      const end = Math.min(time.until, time.startsAt)
      for (const due of visit.isReached ? oracle(time, visit.has) : []) {
        const key = `${visit.id} ${due.step} ${time.startsAt}`
        if (due.at >= end || due.at > END - DAY) {
          if (due.at > END - DAY) expected.add(key)
          continue
        }
        expected.add(key)
        const came = got.get(key) ?? []
        const state = stateOf.get(key) ?? 'none'
        const what = `${key} due ${new Date(due.at).toISOString()}, ended ${new Date(end).toISOString()}: ${state}, ${came.length} came`
        for (const { at, channel } of came) {
          if (at >= end) problems.push(`${what}, one after its use`)
          if (at < due.at) problems.push(`${what}, one before its time`)
          if (channel !== due.channel) problems.push(`${what}, one by ${channel}`)
          if (channel === 'sms' && isNight(at)) problems.push(`${what}, one at night`)
        }
        if (new Set(came.map(({ id }) => id)).size > 1) problems.push(`${what}, as different messages`)
        if (due.channel === 'sms' && came.length > 1) problems.push(`${what}, twice`)
        if (came.length > 0) {
          if (!['sent', 'unknown'].includes(state)) problems.push(`${what}, and is not noted`)
          if (due.channel === 'email' && state !== 'sent') problems.push(`${what}, a mail`)
          continue
        }
        // None came: something must say why.
        const wasHeldUp = (from: number, until: number) =>
          [...world.down, ...world.away[due.channel]].some(
            ([begin, over]) => begin <= until && from < over + SOON,
          )
        if (visit.isRefused && state === 'refused') continue
        // The process was killed while sending: the SMS may have been sent, so it is not sent again.
        if (due.channel === 'sms' && state === 'unknown') continue
        // Cancelled, moved or begun before it could be sent.
        if (wasHeldUp(due.at, end) || end - due.at <= SOON) {
          if (['none', 'skipped', 'waiting', 'given_up'].includes(state)) continue
        }
        problems.push(`${what}, and nothing says why`)
      }
    }
  }
  for (const key of got.keys())
    if (!expected.has(key)) problems.push(`${key}: came, and nobody should have got it`)
  return problems
}
