import type { Pool, PoolClient } from 'pg'
import type { ChangeAppointment } from '../../../contract/appointments.ts'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import { endWhenDone, type Visit, type VisitState, visitChange } from '../../../domain/visits.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { pressTimes, type StoredAppointment } from '../visits/appointment-row.ts'
import { visitsAt } from '../visits/visits-at.ts'
import { type ChangeOutcome, type Changer, locked, storedAppointment } from './change.ts'

export type VisitOutcome =
  | ChangeOutcome
  /** This state does not follow the one it has, or not now. */
  | { kind: 'visit_state'; appointment: StoredAppointment }
  /** Undoing a step needs time that was taken meanwhile; `takenBy` within reach. */
  | { kind: 'slot_taken'; appointment: StoredAppointment; takenBy: StoredAppointment[] }

type VisitChangeAsked = Extract<ChangeAppointment, { change: 'visit' }>

/** Words of the audit trail. */
const ACTIONS = {
  arrived: { action: 'appointment.arrived' },
  in_chair: { action: 'appointment.in_chair' },
  done: { action: 'appointment.done' },
  no_show: { action: 'appointment.no_show' },
} as const satisfies Record<VisitState, { action: string }>
const UNDONE = { action: 'appointment.visit_undone' } as const

/** The constraint that says so when a time is not free. */
export const NO_OVERLAP = 'appointments_no_overlap'

/**
 * Brings a visit to another state by the table of `domain/visits.ts`, or undoes its last step. A visit done before its
 * end frees the rest of its time, and a no-show all of it; undoing that takes the time back, or reports who has it. The
 * current state changes nothing.
 * @param version that the change is meant for; null: any
 */
export async function changeVisit(
  pool: Pool,
  appointmentId: string,
  version: number | null,
  { visit }: VisitChangeAsked,
  changer: Changer & { timeZone: string },
): Promise<VisitOutcome> {
  try {
    return await inTransaction(pool, async (client) => {
      const appointment = await locked(client, appointmentId)
      if (!appointment || !reachesVisit(changer.reach, appointment)) return { kind: 'unknown' }
      if (appointment.status === 'cancelled') return { kind: 'visit_state', appointment }
      if (version !== null && version !== appointment.version) return { kind: 'stale_version', appointment }
      if (visit === appointment.visit) return { kind: 'done', appointment }
      // A patient without a slot has no time to arrive for.
      if (appointment.waitingSince !== null) return { kind: 'visit_state', appointment }
      const how = visitChange({ ...appointment, times: pressTimes(appointment) }, visit, changer)
      if (how === null) return { kind: 'visit_state', appointment }
      const changed =
        how === 'back' ? takenBack(appointment, visit) : pressed(appointment, visit, changer.now)
      await store(client, changed)
      await audit(client, {
        staffId: changer.staffId,
        ...(how === 'back' || visit === null ? UNDONE : ACTIONS[visit]),
        subject: { kind: 'appointment', id: changed.id },
        details: { version: changed.version, from: appointment.visit, to: visit },
      })
      await notify(client, {
        type: 'appointment',
        change: 'changed',
        id: changed.id,
        location: changed.location,
        version: changed.version,
      })
      return { kind: 'done', appointment: changed }
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== NO_OVERLAP) throw error
    return takenMeanwhile(pool, appointmentId, changer.reach)
  }
}

const PRESSED_AT = {
  arrived: 'arrivedAt',
  in_chair: 'inChairAt',
  done: 'doneAt',
  no_show: 'noShowAt',
} as const satisfies Record<VisitState, keyof StoredAppointment>

function pressed(appointment: StoredAppointment, visit: Visit, now: Date): StoredAppointment {
  const changed = { ...appointment, visit, version: appointment.version + 1 }
  if (visit === null) return changed
  changed[PRESSED_AT[visit]] = now
  if (visit !== 'done') return changed
  const endsAt = endWhenDone(appointment, now)
  if (endsAt >= appointment.endsAt) return changed
  return { ...changed, endsAt, fullEndsAt: appointment.endsAt }
}

function takenBack(appointment: StoredAppointment, visit: Visit): StoredAppointment {
  const { fullEndsAt, endsAt } = appointment
  const changed = { ...appointment, visit, version: appointment.version + 1 }
  if (appointment.visit !== null) changed[PRESSED_AT[appointment.visit]] = null
  return { ...changed, endsAt: fullEndsAt ?? endsAt, fullEndsAt: null }
}

async function store(client: PoolClient, changed: StoredAppointment): Promise<void> {
  await client.query(
    `UPDATE appointments SET visit = $2, arrived_at = $3, in_chair_at = $4, done_at = $5, no_show_at = $6, ends_at = $7,
       full_ends_at = $8, version = $9 WHERE id = $1`,
    [
      changed.id,
      changed.visit,
      changed.arrivedAt,
      changed.inChairAt,
      changed.doneAt,
      changed.noShowAt,
      changed.endsAt,
      changed.fullEndsAt,
      changed.version,
    ],
  )
}

async function takenMeanwhile(pool: Pool, id: string, reach: Reach): Promise<VisitOutcome> {
  const appointment = await storedAppointment(pool, id)
  if (!appointment) return { kind: 'unknown' }
  const { startsAt, endsAt, fullEndsAt, doctorId } = appointment
  const time = { id, startsAt, endsAt: fullEndsAt ?? endsAt, doctorIds: [doctorId] }
  const takenBy = await visitsAt(pool, time, reach)
  return { kind: 'slot_taken', appointment, takenBy }
}
