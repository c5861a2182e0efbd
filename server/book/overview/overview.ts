import type { Pool } from 'pg'
import { type DoctorDay, LEAD_TIMES, type Overview, REPLIES } from '../../../contract/overview.ts'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { dayNumber, instantOn } from '../../../domain/clinic-days.ts'
import { addDays, clinicDate, daysBetween, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { hoursAt, worksAt } from '../../../domain/doctors.ts'
import { type Interval, openMinutes } from '../../../domain/slots.ts'
import type { BlockersNow } from '../blocked/current.ts'
import { countDays } from './count-days.ts'

export type OverviewQuestion = {
  /** First and last day, 'YYYY-MM-DD' in clinic time. */
  from: string
  to: string
  /** Codes; null: all of the clinic's, and those that it has no more. */
  locations: readonly string[] | null
  blockers: Pick<BlockersNow, 'on' | 'leave'>
  now: Date
}

/** The numbers of a span of days (docs/overview.md). */
export async function overviewOf(pool: Pool, clinic: Clinic, question: OverviewQuestion): Promise<Overview> {
  const { from, to, locations, now } = question
  const { timeZone } = clinic
  await countDays(pool, { from, to, timeZone })
  const today = clinicDate(now, timeZone)
  const [days, counts] = await Promise.all([
    doctorDays(pool, clinic, question, today),
    pool.query<Count>({ name: 'overview-counts', text: COUNTS, values: [from, to, locations] }),
  ])
  const names = await pool.query<Overview['doctors'][number]>({
    name: 'overview-doctors',
    text: `SELECT id, name, location FROM doctors WHERE id = ANY ($1) ORDER BY active DESC, position, id`,
    values: [[...new Set(days.map(({ doctorId }) => doctorId))]],
  })
  return {
    from,
    to,
    today,
    asOf: isoWithOffset(now, timeZone),
    doctors: names.rows,
    days: days.map(({ freeAheadMinutes: _, ...day }) => day),
    ...partsOf(counts.rows),
    totals: {
      ...totalsOf(counts.rows),
      freeAheadMinutes: days.reduce((sum, { freeAheadMinutes }) => sum + freeAheadMinutes, 0),
    },
  }
}

async function doctorDays(
  pool: Pool,
  clinic: Clinic,
  { from, to, locations, blockers, now }: OverviewQuestion,
  today: string,
): Promise<(DoctorDay & { freeAheadMinutes: number })[]> {
  const there = clinic.locations.filter(({ code }) => locations?.includes(code) ?? true)
  const open = openDays({ clinic, locations: there, blockers, from, to })
  const minute = Math.ceil((now.getTime() - toInstant(today, '00:00', clinic.timeZone).getTime()) / 60_000)
  const { rows } = await pool.query<DoctorDay & { freeAheadMinutes: number }>({
    name: 'overview-days',
    text: DAYS,
    values: [
      from,
      to,
      locations,
      open.map(({ day }) => day),
      open.map(({ doctorId }) => doctorId),
      open.map(({ open }) => open),
      open.map(({ blocked }) => blocked),
      today,
      minute,
    ],
  })
  return rows
}

const minutesIn = (ranges: string) =>
  `(SELECT coalesce(sum(upper(r) - lower(r)), 0)::int FROM unnest(${ranges}) AS r)`

/** A doctor's appointments elsewhere take time here too; booked and done are of the locations asked for. */
const DAYS = `
  WITH counted AS (
    SELECT day, doctor_id, range_agg(busy) AS busy,
           coalesce(sum(booked_minutes) FILTER (WHERE $3::text[] IS NULL OR location = ANY ($3)), 0)::int AS booked,
           coalesce(sum(done_minutes) FILTER (WHERE $3::text[] IS NULL OR location = ANY ($3)), 0)::int AS done
    FROM overview_doctors WHERE day BETWEEN $1 AND $2 GROUP BY day, doctor_id
  ), hours AS (
    SELECT * FROM unnest($4::date[], $5::text[], $6::int4multirange[], $7::int4multirange[]) AS h (day, doctor_id, open, blocked)
  ), minutes AS (
    SELECT day, doctor_id, coalesce(booked, 0) AS booked, coalesce(done, 0) AS done, coalesce(open, '{}') AS open,
           (open - coalesce(busy, '{}')) * blocked AS blocked, open - coalesce(busy, '{}') - blocked AS free
    FROM hours FULL JOIN counted USING (day, doctor_id)
  )
  SELECT day::text AS date, doctor_id AS "doctorId", ${minutesIn('open')} AS "openMinutes", booked AS "bookedMinutes",
         ${minutesIn('blocked')} AS "blockedMinutes", ${minutesIn('free')} AS "freeMinutes", done AS "doneMinutes",
         CASE WHEN day > $8::date THEN ${minutesIn('free')}
              WHEN day = $8::date THEN ${minutesIn('free * int4multirange(int4range($9::int, NULL))')} ELSE 0 END AS "freeAheadMinutes"
  FROM minutes WHERE open <> '{}' OR booked > 0 ORDER BY day, doctor_id`

type Count = {
  about: 'visit' | 'ahead' | 'hour' | 'moved' | 'cancelled' | 'answer' | 'message'
  /** Several facts with a space between each (count-days.ts). */
  key: string
  location: string
  /** Monday of the week, for appointments. */
  week: string | null
  /** Day of the week for hours; 0 is Sunday. */
  weekday: number | null
  visits: number
  came: number
  missed: number
}

const COUNTS = `
  SELECT about, key, location, CASE WHEN about = 'visit' THEN date_trunc('week', day)::date::text END AS week,
         CASE WHEN about = 'hour' THEN extract(dow FROM day)::int END AS weekday,
         sum(visits)::int AS visits, sum(came)::int AS came, sum(missed)::int AS missed
  FROM overview_counts
  WHERE day BETWEEN $1 AND $2 AND ($3::text[] IS NULL OR location = ANY ($3))
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 4, 1, 5, 3, 2`

function partsOf(
  counts: readonly Count[],
): Pick<Overview, 'noShows' | 'ahead' | 'messages' | 'answers' | 'hours'> {
  const of = (about: Count['about']) => counts.filter((each) => each.about === about)
  const visits = of('visit').map((each) => {
    const [channel = '', reminded = '', confirmed = ''] = each.key.split(' ')
    return { ...each, channel, reminded, confirmed }
  })
  const keyed = (by: 'location' | 'channel' | 'reminded' | 'confirmed') =>
    grouped(visits, (each) => each[by]).map(([key, group]) => ({ key, ...cameOf(group) }))
  return {
    noShows: {
      byWeek: grouped(visits, ({ week }) => week ?? '').map(([week, group]) => ({
        week,
        reminded: cameOf(group.filter(({ reminded }) => reminded === 'yes')),
        others: cameOf(group.filter(({ reminded }) => reminded === 'no')),
      })),
      byLocation: keyed('location'),
      byChannel: keyed('channel'),
      byReminded: keyed('reminded'),
      byConfirmed: keyed('confirmed'),
    },
    ahead: LEAD_TIMES.map((key) => {
      const group = of('ahead').filter((each) => each.key === key)
      return { key, visits: visitsOf(group), ...cameOf(group) }
    }),
    messages: grouped(of('message'), ({ key }) => key).map(([key, group]) => {
      const [kind = '', channel, outcome] = key.split(' ')
      return {
        kind,
        channel: channel === '-' ? null : channel,
        outcome,
        count: visitsOf(group),
      } as Overview['messages'][number]
    }),
    answers: Object.fromEntries(
      REPLIES.map((reply) => [reply, visitsOf(of('answer').filter(({ key }) => key === reply))]),
    ) as Overview['answers'],
    hours: grouped(of('hour'), ({ weekday, key }) => `${weekday} ${key}`)
      .map(([key, group]) => {
        const [weekday = 0, hour = 0] = key.split(' ').map(Number)
        return { weekday, hour, visits: visitsOf(group) }
      })
      .sort((one, other) => one.weekday - other.weekday || one.hour - other.hour),
  }
}

function totalsOf(counts: readonly Count[]): Omit<Overview['totals'], 'freeAheadMinutes'> {
  const of = (about: Count['about'], key: (key: string) => boolean = () => true) =>
    visitsOf(counts.filter((each) => each.about === about && key(each.key)))
  return {
    visits: of('visit'),
    cancelled: of('cancelled'),
    cancelledByPatient: of('cancelled', (key) => key === 'patient'),
    moved: of('moved'),
    walkIns: of('visit', (key) => key.startsWith('walk_in ')),
  }
}

const sumOf = (counts: readonly Count[], of: 'visits' | 'came' | 'missed') =>
  counts.reduce((sum, each) => sum + each[of], 0)
const visitsOf = (counts: readonly Count[]) => sumOf(counts, 'visits')
const cameOf = (counts: readonly Count[]) => ({
  came: sumOf(counts, 'came'),
  missed: sumOf(counts, 'missed'),
})

/** In the order of the keys. */
const grouped = <T>(all: readonly T[], by: (one: T) => string): [string, T[]][] =>
  [...Map.groupBy(all, by)].sort(([one], [other]) => (one < other ? -1 : 1))

/**
 * Working time of a doctor on a day and its blocked parts, as ranges of minutes since the day began that PostgreSQL
 * reads.
 */
type OpenDay = { day: string; doctorId: string; open: string; blocked: string }

type Question = {
  clinic: Pick<Clinic, 'doctors' | 'timeZone'>
  locations: readonly ClinicLocation[]
  blockers: Pick<BlockersNow, 'on' | 'leave'>
  /** First and last day, 'YYYY-MM-DD' in clinic time. */
  from: string
  to: string
}

/** Each doctor's days with hours at one of some locations, by today's configuration and blockers. */
function openDays({ clinic, locations, blockers, from, to }: Question): OpenDay[] {
  const { timeZone } = clinic
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i))
  const doctors = clinic.doctors.filter((doctor) => locations.some(({ code }) => worksAt(doctor, code)))
  return days.flatMap((day) => {
    const start = toInstant(day, '00:00', timeZone).getTime()
    const closed = new Map(locations.map(({ code }) => [code, blockers.on(code, day)]))
    const minute = (instant: number) => Math.round((instant - start) / 60_000)
    const periodsOf = (doctor: Doctor, location: ClinicLocation): Interval[] =>
      openMinutes(hoursAt(doctor, location), day, timeZone).map(({ from, to }) => ({
        start: instantOn(dayNumber(day), from, timeZone),
        end: instantOn(dayNumber(day), to, timeZone),
      }))
    return doctors.flatMap((doctor) => {
      const open: Interval[] = []
      const blocked: Interval[] = []
      for (const location of locations) {
        const periods = periodsOf(doctor, location)
        open.push(...periods)
        const over = [...(closed.get(location.code) ?? []), ...blockers.leave(doctor.id, location.code, day)]
        blocked.push(...periods.flatMap((period) => over.flatMap((one) => common(period, one))))
      }
      if (open.length === 0) return []
      const ranges = (intervals: readonly Interval[]) =>
        `{${intervals.map(({ start, end }) => `[${minute(start)},${minute(end)})`).join()}}`
      return [{ day, doctorId: doctor.id, open: ranges(open), blocked: ranges(blocked) }]
    })
  })
}

function common(one: Interval, other: Interval): Interval[] {
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)]
  return start < end ? [{ start, end }] : []
}
