import clinicConfig from '../clinic.config.ts'
import { addDays, clinicDate, toInstant } from '../domain/clinic-time.ts'
import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { inTurns, type Load, type Measured } from './support/load.ts'
import { type Bench, count, ms, type Report, table, times } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'

const SIZES = [10_000, 1_000_000] as const
type Size = (typeof SIZES)[number]
const AT_MOST = 3
const SECONDS = 2
const ROUNDS = 3
const WORKS = ['as it is', 'after a change of today'] as const
type Work = (typeof WORKS)[number]

export const overviewBench: Bench = {
  title: 'The overview',
  what:
    `\`GET /overview\` of all locations, four weeks back and four ahead, with ${SIZES.map(count).join(' and ')} appointments of ` +
    `${clinicConfig.doctors.length} doctors, each reminded: each load in turns on both databases, with one caller, ${ROUNDS} rounds of ${SECONDS} s, the ` +
    'middle one. A change is of one of today’s visits, before each question. Bare: one query of the same days’ minutes and no-shows from the rows themselves.',
  async run() {
    const stacks = new Map<Size, Stack>()
    try {
      for (const size of SIZES) {
        const stack = await startStack(1)
        stacks.set(size, stack)
        await storeAppointments(stack.databaseUrl, size, { bookable: false })
      }
      return await measure(stacks)
    } finally {
      for (const stack of stacks.values()) await stack.stop()
    }
  },
}

async function measure(stacks: ReadonlyMap<Size, Stack>): Promise<Report> {
  const first = new Map<Size, number>()
  const loads: Record<string, Load> = {}
  const ends: (() => Promise<void>)[] = []
  for (const [size, stack] of stacks) {
    const works = await worksOn(stack)
    const began = performance.now()
    await works.ours['as it is']()
    first.set(size, performance.now() - began)
    const load = (work: () => Promise<void>): Load => ({ connections: 1, seconds: SECONDS, work })
    for (const work of WORKS) loads[`${work} ${size}`] = load(works.ours[work])
    loads[`bare ${size}`] = load(works.bare)
    ends.push(works.end)
  }
  const measured = await inTurns(loads, ROUNDS)
  await Promise.all(ends.map((end) => end()))
  const of = (name: Work | 'bare', size: Size) => measured[`${name} ${size}`] as Measured
  const ratio = (name: Work | 'bare') => of(name, 1_000_000).p50 / of(name, 10_000).p50
  return {
    findings: WORKS.map((work) => ({
      asked: `${work}: ${count(1_000_000)} at most ${AT_MOST} times of ${count(10_000)}`,
      reached: `${times(ratio(work))} times (bare: ${times(ratio('bare'))})`,
      holds: ratio(work) <= AT_MOST,
    })),
    tables: [
      table(
        ['', ...SIZES.flatMap((size) => [`${count(size)}: p50`, 'p99'])],
        [...WORKS, 'bare' as const].map((name) => [
          name,
          ...SIZES.flatMap((size) => [ms(of(name, size).p50), ms(of(name, size).p99)]),
        ]),
      ),
      table(
        ['the very first question, which counts all days', ...SIZES.map(count)],
        [['', ...SIZES.map((size) => ms(first.get(size) ?? 0))]],
      ),
    ],
  }
}

async function worksOn(stack: Stack) {
  const { timeZone } = clinicConfig
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  const today = clinicDate(new Date(), timeZone)
  const [from, to] = [addDays(today, -28), addDays(today, 27)]
  await pool.query(
    `INSERT INTO messages (id, appointment_id, kind, step, channel, starts_at, version, due_at, state, settled_at)
     SELECT gen_random_uuid(), id, 'reminder', '48h', 'email', starts_at, 1, starts_at - interval '2 days', 'sent', starts_at - interval '2 days'
     FROM appointments WHERE starts_at < now() + interval '2 days'`,
  )
  await pool.query(
    `UPDATE appointments SET visit = 'no_show', no_show_at = now() WHERE starts_at < now() AND status <> 'cancelled' AND random() < 0.1`,
  )
  await pool.query('VACUUM ANALYZE appointments, messages')
  const overview = async () => {
    const path = `/api/overview?from=${from}&to=${to}`
    const { status, text } = await ask(stack.http, { method: 'GET', path, headers })
    if (status !== 200) throw new Error(`the overview answered ${status}: ${text}`)
  }
  const change = () =>
    pool.query({
      name: 'change',
      text: `UPDATE appointments SET status = CASE status WHEN 'open' THEN 'confirmed' ELSE 'open' END
             WHERE id = (SELECT id FROM appointments WHERE status IN ('open', 'confirmed') AND visit IS NULL AND starts_at >= $1
                         ORDER BY starts_at, id LIMIT 1)`,
      values: [toInstant(today, '00:00', timeZone)],
    })
  const ours: Record<Work, () => Promise<void>> = {
    'as it is': overview,
    async 'after a change of today'() {
      await change()
      await overview()
    },
  }
  const bare = async () => {
    await pool.query({ name: 'bare', text: BARE, values: [from, addDays(to, 1), timeZone] })
  }
  return { ours, bare, end: () => pool.end() }
}

const BARE = `
  SELECT (a.starts_at AT TIME ZONE $3)::date AS day, doctor_id, m.reminded,
         sum(extract(epoch FROM ends_at - starts_at)) FILTER (WHERE takes_time) AS booked,
         count(*) FILTER (WHERE visit = 'no_show') AS missed
  FROM appointments a CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT FROM messages WHERE appointment_id = a.id AND kind = 'reminder' AND state = 'sent') AS reminded) AS m
  WHERE status IN ('open', 'confirmed', 'cancelled')
    AND starts_at >= $1::date::timestamp AT TIME ZONE $3 AND starts_at < $2::date::timestamp AT TIME ZONE $3
  GROUP BY 1, 2, 3`
