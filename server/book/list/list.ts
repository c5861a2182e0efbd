import type { Pool } from 'pg'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import { asAppointment } from '../visits/appointment-row.ts'
import { farPageOf } from './far-pages.ts'
import { type AppointmentFilter, wantedOf } from './filter.ts'
import { searched } from './hits.ts'
import { byTime, type Found, fromTheTop, type ListedRow, type Part, type Reading } from './pages.ts'
import type { Totals } from './totals.ts'

export type AppointmentQuestion = AppointmentFilter & { page: number; limit: number }
export type Parts = { pool: Pick<Pool, 'query'>; totals: Totals; blockers: CurrentBlockers }

/** A page that begins within so many rows of the top is read from there, whatever the list's length. */
const NEAR = 1_000

/**
 * One page of the appointments that are asked for, and how many there are. Those to come are first, the soonest at
 * the top, then the past ones, the latest first. One that is under way is still to come.
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

/** All appointments that are asked for by time; null: there are more of them than `most`. */
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

async function pageOf(reading: Reading, part: Part, totals: Totals): Promise<Found> {
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

/** A page without the row that follows it, which the total counts at least: a kept one may know less by now. */
function withWhatFollows(rows: ListedRow[], { skip, take }: Part, total: number, totals: Totals): Found {
  const seen = skip + rows.length
  if (rows.length === 0 || seen <= total) return { rows: rows.slice(0, take), total }
  totals.forget()
  return { rows: rows.slice(0, take), total: seen }
}
