import type { Pool } from 'pg'
import {
  type BlockedAppointment,
  type BlockerPreview,
  PREVIEW_DATES,
  type PreviewBlocker,
} from '../../../contract/blockers.ts'
import { occurrences } from '../../../domain/blocker-occurrences.ts'
import type { BlockerRule } from '../../../domain/blockers.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import type { Interval } from '../../../domain/slots.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { type BlockedPart, isOverridden, partOf } from '../blocked/overridden.ts'
import { STORED_JOINS } from '../visits/appointment-row.ts'

const DAY_MS = 86_400_000
/** Ten occurrences of the rarest blocker, 29 February, take 40 years, and a century may skip one. */
const LOOK_AHEAD_DAYS = 48 * 366

/** Location is a code; null: all of them. Doctor is an id; null: every one. Without an id it isn't stored yet. */
type PlacedBlocker = {
  id: string | null
  rule: BlockerRule
  location: string | null
  doctorId: string | null
}

/**
 * Preview of a blocker: its next periods, and the future appointments it would cover. Saving leaves these in place;
 * someone has to call the patients.
 * @param reach of the caller: only those appointments count
 * @param portion the listed part of the appointments
 * @param before the stored blocker when editing: appointments that it blocks already are left out
 */
export async function previewBlocker(
  pool: Pick<Pool, 'query'>,
  clinic: Clinic,
  { before, ...placed }: PlacedBlocker & { before: PlacedBlocker | null },
  { reach, portion, now }: { reach: Reach; portion: Portion; now: Date },
): Promise<BlockerPreview> {
  const { timeZone } = clinic
  const iso = (instant: number) => isoWithOffset(new Date(instant), timeZone)
  const { rule } = placed
  const strikes = striking(placed, timeZone)
  const struckAlready = before ? striking(before, timeZone) : () => false
  const struck = (await appointmentsToCome(pool, now)).filter(
    (each) => reachesVisit(reach, each) && strikes(each) && !struckAlready(each),
  )
  const first = struck
    .filter((slot) => isAfter(slot, portion))
    .slice(0, portion.limit)
    .map(({ id }) => id)
  return {
    next: nextPeriods(rule, now, timeZone).map(({ start, end }) => ({ start: iso(start), end: iso(end) })),
    appointments: { total: struck.length, first: await blockedAppointments(pool, first, timeZone) },
  }
}

/**
 * The first periods that have not ended, found in windows that double, so that frequent blockers cost little.
 */
function nextPeriods(rule: BlockerRule, now: Date, timeZone: string): Interval[] {
  for (let days = 16; ; days *= 4) {
    const window = { start: now.getTime(), end: now.getTime() + Math.min(days, LOOK_AHEAD_DAYS) * DAY_MS }
    // A one-time blocker is one period, however far ahead.
    if (rule.type === 'One Time') return rule.period.end > window.start ? [rule.period] : []
    const found = occurrences(rule, window, timeZone)
    if (found.length >= PREVIEW_DATES || days >= LOOK_AHEAD_DAYS) return found.slice(0, PREVIEW_DATES)
  }
}

type Portion = Pick<PreviewBlocker, 'limit' | 'afterAt' | 'afterId'>

/** Compares by the order of `appointmentsToCome`. */
function isAfter({ id, starts_at }: Slot, { afterAt, afterId }: Portion): boolean {
  if (afterAt === null) return true
  const later = starts_at.getTime() - afterAt.getTime()
  return later > 0 || (later === 0 && id > (afterId ?? ''))
}

type Slot = {
  id: string
  location: string
  doctorId: string
  starts_at: Date
  ends_at: Date
  overriddenBlockers: BlockedPart[]
}

/** Bookings end at the horizon, so future appointments are few. */
async function appointmentsToCome(pool: Pick<Pool, 'query'>, now: Date): Promise<Slot[]> {
  const { rows } = await pool.query<Slot>(
    `SELECT id, location, doctor_id AS "doctorId", starts_at, ends_at, overridden_blockers AS "overriddenBlockers" FROM appointments
     WHERE status IN ('open', 'confirmed') AND starts_at > $1 ORDER BY starts_at, id`,
    [now],
  )
  return rows
}

/** Reports whether a blocker takes time of an appointment that the desk did not put over it. */
function striking(
  { id, rule, location, doctorId }: PlacedBlocker,
  timeZone: string,
): (slot: Slot) => boolean {
  return (slot) => {
    if (location !== null && location !== slot.location) return false
    if (doctorId !== null && doctorId !== slot.doctorId) return false
    const period = { startsAt: slot.starts_at, endsAt: slot.ends_at }
    const window = { start: Number(slot.starts_at), end: Number(slot.ends_at) }
    return occurrences(rule, window, timeZone).some(({ start, end }) => {
      const part = partOf(id ?? '', { startsAt: new Date(start), endsAt: new Date(end) }, period)
      return !isOverridden(part, slot.overriddenBlockers)
    })
  }
}

type Row = Slot & PatientName & { reference: string; doctorName: string; phone: string; version: number }

async function blockedAppointments(
  pool: Pick<Pool, 'query'>,
  ids: readonly string[],
  timeZone: string,
): Promise<BlockedAppointment[]> {
  const { rows } = await pool.query<Row>(
    `SELECT a.id, a.reference, a.location, a.starts_at, a.version, a.doctor_id AS "doctorId", d.name AS "doctorName",
       ${NAME_COLUMNS}, p.phone
     FROM appointments a ${STORED_JOINS}
     WHERE a.id = ANY($1) ORDER BY a.starts_at, a.id`,
    [ids],
  )
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    patientName: patientDisplayName(row),
    appointment_date: isoWithOffset(row.starts_at, timeZone),
    location: row.location,
    doctor: { id: row.doctorId, name: row.doctorName },
    phone: row.phone,
    version: row.version,
  }))
}
