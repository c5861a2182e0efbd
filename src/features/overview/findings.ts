import { type DoctorDay, LEAD_TIMES, type LeadTime, type Overview } from '../../../contract/overview.ts'
import { weekdayOf } from '../../../domain/clinic-time.ts'

/*
 * What the numbers say, as values; the page has the words. A difference counts where chance alone would rarely bring it
 * about: two standard errors, and enough visits on both sides.
 */

type Came = { came: number; missed: number }

/** Fewer visits with an outcome say nothing about a share. */
const ENOUGH = 20
/** Minimum difference of two shares, in standard errors. */
const RARE = 2
/** Minimum share of time by which a group of a doctor's days is emptier than all, to be a finding. */
const EMPTIER = 0.2
const NEARLY_FULL = 0.9
/** Minimum multiple of the mean, and minimum number of appointments, for an hour to be a finding. */
const BUSIER = 1.5
const BUSY_FROM = 5

export const outcomesOf = ({ came, missed }: Came) => came + missed
/** Share from 0 to 1; null: no appointment has an outcome. */
export const missedShare = (group: Came): number | null =>
  outcomesOf(group) === 0 ? null : group.missed / outcomesOf(group)

/** Bookable time of a doctor: open and not blocked, in minutes. */
export const bookable = ({ openMinutes, blockedMinutes }: DoctorDay) => openMinutes - blockedMinutes
/** Share from 0 to 1; null: no bookable time. */
export function takenShare(days: readonly DoctorDay[]): number | null {
  const all = sum(days, bookable)
  return all <= 0 ? null : 1 - sum(days, ({ freeMinutes }) => freeMinutes) / all
}

export type ChairFinding =
  | { kind: 'weekday'; doctorId: string; weekday: number; free: number }
  | { kind: 'doctor'; doctorId: string; free: number }
  | { kind: 'full'; taken: number }
  | { kind: 'none'; taken: number }
  | { kind: 'closed' }

/**
 * Finding about empty chairs: over past days from the first appointment on, or over all if there is none yet.
 */
export function chairFinding({ days, today }: Pick<Overview, 'days' | 'today'>): ChairFinding {
  const first = days.find(({ bookedMinutes }) => bookedMinutes > 0)?.date ?? today
  const past = days.filter(({ date }) => first <= date && date < today)
  const looked = past.some((day) => bookable(day) > 0) ? past : days
  const taken = takenShare(looked)
  if (taken === null) return { kind: 'closed' }
  const weekdays = groups(looked, (day) => `${day.doctorId} ${weekdayOf(day.date)}`)
    .filter(({ days }) => days.length > 1)
    .sort((one, other) => other.free - one.free)
  const [weekday] = weekdays
  if (weekday && weekday.free - (1 - taken) >= EMPTIER) {
    const [doctorId = '', day] = weekday.key.split(' ')
    return { kind: 'weekday', doctorId, weekday: Number(day), free: weekday.free }
  }
  const doctors = groups(looked, ({ doctorId }) => doctorId).sort((one, other) => other.free - one.free)
  const [doctor] = doctors
  if (doctor && doctors.length > 1 && doctor.free - (1 - taken) >= EMPTIER)
    return { kind: 'doctor', doctorId: doctor.key, free: doctor.free }
  return { kind: taken >= NEARLY_FULL ? 'full' : 'none', taken }
}

function groups(days: readonly DoctorDay[], by: (day: DoctorDay) => string) {
  return [...new Set(days.map(by))].flatMap((key) => {
    const own = days.filter((day) => by(day) === key)
    const taken = takenShare(own)
    return taken === null ? [] : [{ key, days: own, free: 1 - taken }]
  })
}

export type NoShowFinding =
  | { kind: 'unknown' }
  | { kind: 'none'; rate: number }
  /** One group beside all others. */
  | {
      kind: 'reminded' | 'confirmed' | 'location' | 'channel' | 'week'
      key: string
      rate: number
      rest: number
    }

/** The group that misses visits most unlike all others. */
export function noShowFinding({ byWeek, ...by }: Overview['noShows']): NoShowFinding {
  const weeks = byWeek.map(({ week, reminded, others }) => ({ key: week, ...plus(reminded, others) }))
  const all = weeks.reduce<Came>(plus, { came: 0, missed: 0 })
  const rate = missedShare(all)
  if (rate === null) return { kind: 'unknown' }
  const candidates = [
    ...by.byReminded.filter(({ key }) => key === 'yes').map((each) => ({ kind: 'reminded' as const, each })),
    ...by.byConfirmed
      .filter(({ key }) => key === 'yes')
      .map((each) => ({ kind: 'confirmed' as const, each })),
    ...by.byLocation.map((each) => ({ kind: 'location' as const, each })),
    ...by.byChannel.map((each) => ({ kind: 'channel' as const, each })),
    ...weeks.map((each) => ({ kind: 'week' as const, each })),
  ].flatMap(({ kind, each }) => {
    const rest = { came: all.came - each.came, missed: all.missed - each.missed }
    return differ(each, rest)
      ? [{ kind, key: each.key, rate: share(each), rest: share(rest), z: errors(each, rest) }]
      : []
  })
  // The first of equals: reminders are what a clinic can do most about.
  const [best] = candidates.sort((one, other) => other.z - one.z)
  if (!best) return { kind: 'none', rate }
  const { z: _, ...finding } = best
  return finding
}

export type AheadFinding = {
  /** Bucket of the median lead time; null: no appointments. */
  half: LeadTime | null
  /** No-show shares of appointments booked over a week ahead and of the others, if they differ enough. */
  late: { rate: number; rest: number } | null
}

export function aheadFinding(ahead: Overview['ahead']): AheadFinding {
  const total = sum(ahead, ({ visits }) => visits)
  let before = 0
  const half = ahead.find(({ visits }) => {
    before += visits
    return visits > 0 && before * 2 >= total
  })
  const isLate = ({ key }: { key: LeadTime }) => LEAD_TIMES.indexOf(key) >= LEAD_TIMES.indexOf('8_14')
  const late = ahead.filter(isLate).reduce<Came>(plus, { came: 0, missed: 0 })
  const rest = ahead.filter((each) => !isLate(each)).reduce<Came>(plus, { came: 0, missed: 0 })
  return {
    half: total === 0 ? null : (half?.key ?? null),
    late: differ(late, rest) ? { rate: share(late), rest: share(rest) } : null,
  }
}

/** Busiest hour of a weekday; null: none. */
export function busiestHour(hours: Overview['hours']): Overview['hours'][number] | null {
  const [top] = [...hours].sort((one, other) => other.visits - one.visits)
  const mean = sum(hours, ({ visits }) => visits) / hours.length
  return top && top.visits >= BUSY_FROM && top.visits >= BUSIER * mean ? top : null
}

/** Messages by what became of them. */
export function messageCounts(messages: Overview['messages']) {
  const count = (wanted: (each: Overview['messages'][number]) => boolean) =>
    sum(messages.filter(wanted), ({ count }) => count)
  return {
    email: count(({ channel, outcome }) => channel === 'email' && outcome === 'sent'),
    sms: count(({ channel, outcome }) => channel === 'sms' && outcome === 'sent'),
    failed: count(({ outcome }) => outcome === 'refused' || outcome === 'given_up'),
    unknown: count(({ outcome }) => outcome === 'unknown'),
    noContact: count(({ outcome }) => outcome === 'no_contact' || outcome === 'no_gateway'),
  }
}

const share = (group: Came) => missedShare(group) ?? 0
const plus = (one: Came, other: Came): Came => ({
  came: one.came + other.came,
  missed: one.missed + other.missed,
})

function differ(one: Came, other: Came): boolean {
  return outcomesOf(one) >= ENOUGH && outcomesOf(other) >= ENOUGH && errors(one, other) >= RARE
}

/** Difference of two shares in standard errors. */
function errors(one: Came, other: Came): number {
  const [n, m] = [outcomesOf(one), outcomesOf(other)]
  const pooled = (one.missed + other.missed) / (n + m)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
  return error === 0 ? 0 : Math.abs(share(one) - share(other)) / error
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
