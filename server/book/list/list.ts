import type { Pool } from 'pg'
import type { Appointment } from '../../../contract/appointments.ts'
import { SEARCH_RESULTS } from '../../../contract/lists.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import { asAppointment, STORED_JOINS } from '../visits/appointment-row.ts'
import { type AppointmentFilter, anyOrder, wantedOf } from './filter.ts'
import {
  byTime,
  fromStretch,
  fromTheTop,
  type InStretch,
  LISTED_COLUMNS,
  type ListedRow,
  type ListPage,
  type ListReading,
  type Part,
} from './pages.ts'
import { latestChanges, type Stretches } from './stretches.ts'
import type { Totals } from './totals.ts'

export type AppointmentQuestion = AppointmentFilter & { page: number; limit: number }
export type Parts = { pool: Pick<Pool, 'query'>; totals: Totals; blockers: CurrentBlockers }

/** A page that begins within so many rows of the top is read from there, whatever the list's length. */
const NEAR = 1_000

/**
 * One page of the wanted appointments, and their number. Future ones are first, the soonest at the top, then the past
 * ones, the latest first. A running one is still in the future.
 */
export async function listAppointments(
  { pool, totals, blockers }: Parts,
  question: AppointmentQuestion,
  clinic: Pick<Clinic, 'timeZone' | 'country'>,
  now: Date,
): Promise<{ rows: Appointment[]; total: number }> {
  const wanted = wantedOf(question, clinic, now)
  const reading = { pool, wanted, now }
  const skip = (question.page - 1) * question.limit
  const part = { skip, take: question.limit }
  const { rows, total } = await (wanted.meanings === null
    ? pageOf(reading, part, totals)
    : searched(reading, part, totals))
  return { rows: await asAppointments(rows, blockers, clinic, now), total }
}

/** All wanted appointments by time; null: there are more of them than `most`. */
export async function listRange(
  { pool, blockers }: Pick<Parts, 'pool' | 'blockers'>,
  question: AppointmentFilter,
  clinic: Pick<Clinic, 'timeZone' | 'country'>,
  now: Date,
  most: number,
): Promise<Appointment[] | null> {
  const rows = await byTime({ pool, wanted: wantedOf(question, clinic, now) }, most + 1)
  return rows.length > most ? null : asAppointments(rows, blockers, clinic, now)
}

async function asAppointments(
  rows: readonly ListedRow[],
  blockers: CurrentBlockers,
  { timeZone }: Pick<Clinic, 'timeZone'>,
  now: Date,
): Promise<Appointment[]> {
  const [first] = rows
  if (!first) return []
  const moment = { timeZone, blockers: await blockers.at(first.blockersVersion), now }
  return rows.map((row) => asAppointment(row, moment))
}

async function pageOf(reading: ListReading, part: Part, totals: Totals): Promise<ListPage> {
  const far = part.skip >= NEAR ? await farPageOf(reading, part, totals) : null
  if (far) return far
  const [rows, total] = await Promise.all([
    fromTheTop(reading, withNext(part)),
    totals.of(reading.wanted, reading.now),
  ])
  return withWhatFollows(rows, part, total, totals)
}

/** One row more, which says whether another page follows. */
const withNext = ({ skip, take }: Part): Part => ({ skip, take: take + 1 })

/** A page without the row that follows it, which the total includes at least: a cached one may be too low. */
function withWhatFollows(rows: ListedRow[], { skip, take }: Part, total: number, totals: Totals): ListPage {
  const seen = skip + rows.length
  if (rows.length === 0 || seen <= total) return { rows: rows.slice(0, take), total }
  totals.forget()
  return { rows: rows.slice(0, take), total: seen }
}

/** Attempts to read a page while others change the book; after that it may be stale. */
const TRIES = 3

/**
 * A page far down the list (deep pagination), found by its place in time: reading up to it would take as long as
 * counting everything. The query itself checks that the place is still right, so that the page includes what others
 * stored before, and no existing row is missing. Null: some of it may be in the future, and not so far down.
 */
export async function farPageOf(
  reading: ListReading,
  part: Part,
  totals: Pick<Totals, 'stretches'>,
): Promise<ListPage | null> {
  const { pool, wanted, now } = reading
  let outdated: Stretches | null = null
  for (let tries = 1; ; tries++) {
    const known: Stretches = await totals.stretches(wanted, now, outdated)
    const { total } = known
    const take = Math.min(part.take, total - part.skip)
    const place = placeIn(known, { ...part, take })
    if (take > 0 && place === null) return null
    const { rows, changes } = place
      ? await fromStretch(reading, place)
      : { rows: [], changes: await latestChanges(pool) }
    if (changes === known.changes || tries === TRIES) return { rows, total }
    outdated = known
  }
}

/** Place of past rows of the list. Null: there are none, or some may be in the future. */
function placeIn({ total, stretches }: Stretches, { skip, take }: Part): InStretch | null {
  // Counted from the list's end, which is the earliest.
  const behind = total - skip - take
  const begin = stretches.findLast(({ before }) => before <= behind)
  const end = stretches.find(({ before }) => before >= behind + take)
  if (take <= 0 || !begin || !end) return null
  return { from: begin.from, to: end.from, skip: behind - begin.before, take }
}

/**
 * One page of search results. A few results are all found and then sorted; very frequent ones are found soon enough by
 * scanning the list in order. A high total is cached for a while: open dashboards ask again with every booking.
 */
export async function searched(
  reading: ListReading,
  part: Part,
  totals: Pick<Totals, 'hasMany' | 'noteMany'>,
): Promise<ListPage> {
  const { wanted, now } = reading
  const hadMany = totals.hasMany(wanted, now)
  const { found, ids } = hadMany ? MANY : await hits(reading, part)
  if (found > SEARCH_RESULTS && !hadMany) totals.noteMany(wanted, now)
  const total = Math.min(found, SEARCH_RESULTS)
  const take = Math.min(part.take, total - part.skip)
  if (take <= 0) return { rows: [], total }
  const rows =
    found > SEARCH_RESULTS ? await fromTheTop(reading, { skip: part.skip, take }) : await stored(reading, ids)
  return { rows, total }
}

const MANY = { found: SEARCH_RESULTS + 1, ids: [] }

/** Number of results, and ids of a page of them in list order; over a thousand are neither counted nor sorted. */
async function hits({ pool, wanted, now }: ListReading, { skip, take }: Part) {
  const values = [...wanted.values, now]
  const toCome = `ends_at > $${values.length}::timestamptz`
  const limit = `LIMIT ${SEARCH_RESULTS + 1}`
  const { rows } = await pool.query<{ found: number; ids: string[] }>(
    `WITH hits AS MATERIALIZED (${anyOrder(wanted, 'a.id, a.starts_at, a.ends_at', { limit })}),
          counted AS MATERIALIZED (SELECT count(*)::int AS found FROM hits)
     SELECT found, ARRAY(
       SELECT id FROM hits WHERE (SELECT found FROM counted) <= ${SEARCH_RESULTS}
       ORDER BY ${toCome} DESC, CASE WHEN ${toCome} THEN starts_at END, CASE WHEN ${toCome} THEN id END,
                starts_at DESC, id DESC
       LIMIT ${take} OFFSET ${skip}
     ) AS ids FROM counted`,
    values,
  )
  return rows[0] ?? { found: 0, ids: [] }
}

async function stored({ pool }: ListReading, ids: readonly string[]): Promise<ListedRow[]> {
  const { rows } = await pool.query<ListedRow>({
    name: 'appointments-by-id',
    text: `SELECT ${LISTED_COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS f (id, place)
           JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY f.place`,
    values: [ids],
  })
  return rows
}
