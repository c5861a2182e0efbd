import { randomUUID } from 'node:crypto'
import rrule from 'rrule'
import { occurrences } from '../domain/blocker-occurrences.ts'
import type { BlockerRule } from '../domain/blockers.ts'
import { addDays, clinicDate, toInstant } from '../domain/clinic-time.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { bareDays } from './support/bare-queries.ts'
import { benchClinic } from './support/clinic.ts'
import { inTurns, type Measured } from './support/load.ts'
import { type Bench, count, loadsTable, ms, type Report } from './support/report.ts'
import { PORTAL_HEADERS, type Stack, withStack } from './support/stack.ts'

const { RRule } = rrule
const { timeZone } = benchClinic
const BLOCKERS = 1_000
const DAYS = 62
const SECONDS = 5
const ROUNDS = 3
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

type Recurring = Exclude<BlockerRule, { type: 'One Time' }>

/** A thousand recurring blockers, each type in turn, that leave some of each day free. */
const rules: readonly Recurring[] = Array.from({ length: BLOCKERS }, (_, i) => {
  const hours = { from: 540 + (i % 16) * 30, to: 550 + (i % 16) * 30 }
  if (i % 4 === 0) return { type: 'Daily', hours: { from: 480 + (i % 60), to: 540 } }
  if (i % 4 === 1) return { type: 'Weekly', days: [i % 7, (i + 3) % 7].sort(), hours }
  if (i % 4 === 2) return { type: 'Monthly', dates: [1 + (i % 15), 16 + (i % 15)], hours }
  return { type: 'Yearly', month: i % 12, dates: [1 + (i % 28)] }
})

export const blockersBench: Bench = {
  title: 'Availability under 1,000 blockers',
  what:
    `one caller asks for ${DAYS} days of one location under ${count(BLOCKERS)} recurring blockers of all types, beside the two ` +
    'queries it needs (the appointments of these days, the version of the blockers); 100,000 appointments stored. Then the ' +
    'occurrences of those blockers over a year, ours and those of the library `rrule`, in turns.',
  run: () => withStack({ connections: 1, stored: 100_000 }, measureBlocked),
}

async function measureBlocked(stack: Stack): Promise<Report> {
  const pool = barePool(stack.databaseUrl, 2)
  await storeBlockers(stack)
  const from = clinicDate(new Date(), timeZone)
  const to = addDays(from, DAYS - 1)
  const load = (work: () => Promise<void>) => ({ connections: 1, seconds: SECONDS, work })
  const loads = await inTurns({
    [`availability of ${DAYS} days`]: load(async () => {
      const path = `/api/availability?location=fct&from=${from}&to=${to}`
      const { status, text } = await ask(stack.http, { method: 'GET', path, headers: PORTAL_HEADERS })
      if (status !== 200) throw new Error(`availability answered ${status}: ${text}`)
    }),
    'bare queries': load(async () => {
      const [text, values] = bareDays(from, to)
      await Promise.all([
        pool.query({ name: 'bare-days', text, values }),
        pool.query({ name: 'bare-version', text: 'SELECT version FROM blocker_changes' }),
      ])
    }),
  })
  await pool.end()
  const { p99 } = loads[`availability of ${DAYS} days`] as Measured
  const { ours, library, found } = measureOccurrences()
  return {
    findings: [
      {
        asked: 'occurrences over a year at least 20 times faster than the library',
        reached: `${(library / ours).toFixed(0)} times: ${ms(ours)} for ${count(found)} of them, the library ${ms(library)} (without the clinic's zone, which it was spared)`,
        holds: library / ours >= 20,
      },
      { asked: 'p99 of the availability under 50 ms', reached: ms(p99), holds: p99 < 50 },
    ],
    tables: [loadsTable(loads)],
  }
}

async function storeBlockers({ databaseUrl }: Stack): Promise<void> {
  const pool = barePool(databaseUrl, 1)
  const today = clinicDate(new Date(), timeZone)
  const at = (minute: number) => new Date(toInstant(today, '00:00', timeZone).getTime() + minute * 60_000)
  for (const rule of rules) {
    const hours = 'hours' in rule ? rule.hours : null
    await pool.query(
      `INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates, selected_month)
       VALUES ($1, 'Sample', $2, $3, $4, $5, $6, $7)`,
      [
        randomUUID(),
        rule.type,
        hours && at(hours.from),
        hours && at(hours.to),
        'days' in rule ? rule.days : [],
        'dates' in rule ? rule.dates : [],
        'month' in rule ? rule.month : null,
      ],
    )
  }
  await pool.query('UPDATE blocker_changes SET version = version + 1')
  await pool.end()
}

/** Milliseconds for the occurrences of 1,000 blockers over a year: ours and those of a recurrence library, by turns. */
function measureOccurrences(): { ours: number; library: number; found: number } {
  const start = Date.UTC(2028, 0, 1) - HOUR_MS
  const window = { start, end: start + 366 * DAY_MS }
  const ours: number[] = []
  const library: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    found = 0
    ours.push(
      timed(() => {
        for (const rule of rules) found += occurrences(rule, window, timeZone).length
      }),
    )
    library.push(
      timed(() => {
        for (const rule of rules)
          asLibraryRule(rule).between(new Date(start + HOUR_MS), new Date(window.end + HOUR_MS - 1), true)
      }),
    )
  }
  return { ours: middle(ours), library: middle(library), found }
}

// The clinic is an hour ahead of UTC all year: the library reckons in UTC and is spared the zone.
function asLibraryRule(rule: Recurring) {
  const from = 'hours' in rule ? rule.hours.from : 0
  const common = { dtstart: new Date(Date.UTC(2027, 11, 1) + from * 60_000), bysecond: 0 }
  switch (rule.type) {
    case 'Daily':
      return new RRule({ ...common, freq: RRule.DAILY })
    case 'Weekly':
      // Its weekdays count from Monday.
      return new RRule({ ...common, freq: RRule.WEEKLY, byweekday: rule.days.map((day) => (day + 6) % 7) })
    case 'Monthly':
      return new RRule({ ...common, freq: RRule.MONTHLY, bymonthday: [...rule.dates] })
    case 'Yearly':
      return new RRule({
        ...common,
        freq: RRule.YEARLY,
        bymonth: rule.month + 1,
        bymonthday: [...rule.dates],
      })
  }
}

function timed(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const middle = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
