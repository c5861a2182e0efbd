import type { Pool } from 'pg'
import {
  type BlockedAppointment,
  type BlockerPreview,
  PREVIEW_APPOINTMENTS,
  PREVIEW_DATES,
} from '../../contract/blockers.ts'
import { occurrences } from '../../domain/blocker-occurrences.ts'
import type { BlockerRule } from '../../domain/blockers.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import { type Interval, overlaps } from '../../domain/slots.ts'
import { startCase } from '../../domain/start-case.ts'

const DAY_MS = 86_400_000
/** Ten occurrences of the rarest blocker, 29 February, take 40 years, and a century may skip one. */
const LOOK_AHEAD_DAYS = 48 * 366

/** When and where a blocker blocks: at the location of this code, or at all of them. */
type Placed = { rule: BlockerRule; location: string | null }

/**
 * What a blocker would do: its next periods, and the appointments from now on that it would lie over. They stay when
 * it is saved; someone has to call those patients.
 * @param before the blocker as it is stored, when it is being edited: what it lies over already is not named again
 */
export async function previewBlocker(
  pool: Pick<Pool, 'query'>,
  clinic: Clinic,
  { rule, location, before }: Placed & { before: Placed | null },
  now: Date,
): Promise<BlockerPreview> {
  const { timeZone } = clinic
  const iso = (instant: number) => isoWithOffset(new Date(instant), timeZone)
  const already = before ? await appointmentsUnder(pool, clinic, before, now) : []
  const known = new Set(already.map(({ id }) => id))
  const struck = (await appointmentsUnder(pool, clinic, { rule, location }, now)).filter(
    ({ id }) => !known.has(id),
  )
  return {
    next: nextPeriods(rule, now, timeZone).map(({ start, end }) => ({ start: iso(start), end: iso(end) })),
    appointments: {
      total: struck.length,
      first: struck.slice(0, PREVIEW_APPOINTMENTS).map((row) => asBlockedAppointment(row, timeZone)),
    },
  }
}

/** The first periods that are not over, found in windows that double, so that frequent blockers cost little. */
function nextPeriods(rule: BlockerRule, now: Date, timeZone: string): Interval[] {
  for (let days = 16; ; days *= 4) {
    const window = { start: now.getTime(), end: now.getTime() + Math.min(days, LOOK_AHEAD_DAYS) * DAY_MS }
    // A one-time blocker is one period, however far ahead.
    if (rule.type === 'One Time') return rule.period.end > window.start ? [rule.period] : []
    const found = occurrences(rule, window, timeZone)
    if (found.length >= PREVIEW_DATES || days >= LOOK_AHEAD_DAYS) return found.slice(0, PREVIEW_DATES)
  }
}

type Row = {
  id: string
  reference: string
  first_name: string
  last_name: string
  location: string
  starts_at: Date
  ends_at: Date
}

/** Nobody can be booked further ahead than the horizon, so the appointments to come are few. */
async function appointmentsUnder(
  pool: Pick<Pool, 'query'>,
  { timeZone }: Clinic,
  { rule, location }: Placed,
  now: Date,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT a.id, a.reference, a.location, a.starts_at, a.ends_at, p.first_name, p.last_name
     FROM appointments a JOIN patients p ON p.id = a.patient_id
     WHERE a.starts_at > $1 AND a.status <> 'cancelled' AND ($2::text IS NULL OR a.location = $2)
     ORDER BY a.starts_at, a.id`,
    [now, location],
  )
  const last = rows.at(-1)
  if (!last) return []
  const window = { start: now.getTime(), end: last.ends_at.getTime() }
  const periods = occurrences(rule, window, timeZone)
  return rows.filter(({ starts_at, ends_at }) => {
    const appointment = { start: starts_at.getTime(), end: ends_at.getTime() }
    return periods.some((period) => overlaps(period, appointment))
  })
}

function asBlockedAppointment(row: Row, timeZone: string): BlockedAppointment {
  return {
    id: row.id,
    reference: row.reference,
    patientName: startCase(`${row.first_name} ${row.last_name}`),
    appointment_date: isoWithOffset(row.starts_at, timeZone),
    location: row.location,
  }
}
