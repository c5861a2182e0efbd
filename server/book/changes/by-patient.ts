import type { Pool, PoolClient } from 'pg'
import { UNDO_MS } from '../../../domain/own-visit.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { cancellationJobsFrom } from '../../messages/jobs/cancellation-job.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { BLOCKERS_VERSION, type CurrentBlockers } from '../blocked/current.ts'
import { addWish } from '../todo/repository.ts'
import { CANCELLED, type StoredAppointment } from '../visits/appointment-row.ts'
import { timeFreed } from '../visits/time-freed.ts'
import { locked, storedAppointment } from './change.ts'
import { NO_OVERLAP } from './visit.ts'

/*
 * Changes by patients to their own appointment, by its link or by a reply to an SMS. The caller has proved whose
 * appointment it is.
 */

export type ByPatient = {
  /** Way of the change, for the audit trail. */
  by: 'link' | 'sms'
  now: Date
}

export type PatientOutcome =
  /** `changed` false: it was so already. */
  | { kind: 'done'; changed: boolean; appointment: StoredAppointment }
  | { kind: 'unknown' }
  /** Nothing was changed; with the stored appointment. `too_late`: shortly before its start only by phone. */
  | {
      kind: 'already_cancelled' | 'stale_version' | 'already_begun' | 'too_late'
      appointment: StoredAppointment
    }

type VisitVersion = {
  id: string
  /** Version that the patient saw; null: any. */
  version: number | null
}

/**
 * Marks that the patient comes. It becomes the clinic's status, confirmed, only for an appointment that the clinic
 * entered or had confirmed once, or where the clinic leaves that to patients (`patientsConfirm`).
 */
export function confirmVisit(
  pool: Pool,
  asked: VisitVersion,
  { by, now, patientsConfirm }: ByPatient & { patientsConfirm: boolean },
): Promise<PatientOutcome> {
  return changed(pool, asked, now, async (client, appointment) => {
    const { id, channel, status, patientConfirmedAt } = appointment
    const confirms =
      status === 'open' && (patientsConfirm || channel !== 'web' || (await wasConfirmed(client, id)))
    if (patientConfirmedAt !== null && !confirms) return { kind: 'done', changed: false, appointment }
    const { rows } = await client.query<Pick<StoredAppointment, 'version' | 'status'>>(
      `UPDATE appointments SET patient_confirmed_at = coalesce(patient_confirmed_at, $2), version = version + 1,
         status = CASE WHEN $3 THEN 'confirmed' ELSE status END
       WHERE id = $1 RETURNING version, status`,
      [id, now, confirms],
    )
    const confirmed = { ...appointment, patientConfirmedAt: patientConfirmedAt ?? now, ...rows[0] }
    await audit(client, {
      staffId: null,
      action: 'appointment.confirmed_by_patient',
      subject: { kind: 'appointment', id },
      details: { version: confirmed.version, by },
    })
    return { kind: 'done', changed: true, appointment: confirmed }
  })
}

/**
 * Cancels an appointment for its patient. For UNDO_MS they can undo that (`keepVisit`); then the message about it is
 * sent.
 * @param changeUntilMinutes deadline before the start
 * @param reason of the patient
 */
export function cancelVisit(
  pool: Pool,
  asked: VisitVersion,
  { by, now, changeUntilMinutes, reason }: ByPatient & { changeUntilMinutes: number; reason: string | null },
): Promise<PatientOutcome> {
  return changed(pool, asked, now, async (client, appointment) => {
    if (isTooLate(appointment, { now, changeUntilMinutes })) return { kind: 'too_late', appointment }
    const { id, status } = appointment
    const cancelled: StoredAppointment = {
      ...appointment,
      status: 'cancelled',
      version: appointment.version + 1,
      patientCancelledAt: now,
      cancelledFrom: status === 'cancelled' ? null : status,
    }
    await client.query(
      `UPDATE appointments SET ${CANCELLED}, version = $2, cancel_reason = $3, patient_cancelled_at = $4, cancelled_from = $5
       WHERE id = $1`,
      [id, cancelled.version, reason, now, cancelled.cancelledFrom],
    )
    const canBeKeptUntil = new Date(now.getTime() + UNDO_MS)
    // A patient without an email address knows by the answer to their SMS.
    const told =
      by === 'sms'
        ? `JOIN appointments a ON a.id = asked.id JOIN patients p ON p.id = a.patient_id AND p.email <> ''`
        : ''
    await client.query(
      cancellationJobsFrom(`(SELECT asked.id FROM (SELECT $1::uuid AS id) AS asked ${told}) AS appointment`, {
        due: '$2::timestamptz',
      }),
      [id, canBeKeptUntil],
    )
    if (appointment.waitingSince === null) {
      await timeFreed(client, { ...appointment, appointmentId: id, offeredFrom: canBeKeptUntil })
    }
    await audit(client, {
      staffId: null,
      action: 'appointment.cancelled_by_patient',
      subject: { kind: 'appointment', id },
      details: { version: cancelled.version, by },
    })
    return { kind: 'done', changed: true, appointment: cancelled }
  })
}

/** Deadline for undoing the patient's cancellation; null: there is none, or it has passed. */
export function canKeepUntil(
  {
    status,
    startsAt,
    patientCancelledAt,
    cancelledFrom,
  }: Pick<StoredAppointment, 'status' | 'startsAt' | 'patientCancelledAt' | 'cancelledFrom'>,
  now: Date,
): Date | null {
  if (status !== 'cancelled' || patientCancelledAt === null || cancelledFrom === null) return null
  const until = Math.min(patientCancelledAt.getTime() + UNDO_MS, startsAt.getTime())
  return until > now.getTime() ? new Date(until) : null
}

export type KeepOutcome =
  | Exclude<PatientOutcome, { kind: 'already_cancelled' }>
  /** The slot is taken, or was blocked meanwhile. */
  | { kind: 'slot_taken'; appointment: StoredAppointment }

/** Undoes the patient's cancellation, within the deadline of `canKeepUntil` and while the slot is free. */
export async function keepVisit(
  { pool, blockers }: { pool: Pool; blockers: CurrentBlockers },
  id: string,
  { by, now }: ByPatient,
): Promise<KeepOutcome> {
  const known = await storedAppointment(pool, id)
  if (!known) return { kind: 'unknown' }
  const latest = await blockers.latest()
  try {
    return await inTransaction<KeepOutcome>(pool, async (client) => {
      // As a booking does: a blocker is saved before it or after it.
      await client.query("SELECT pg_advisory_xact_lock_shared(hashtextextended('location:' || $1, 0))", [
        known.location,
      ])
      const appointment = await locked(client, id)
      if (!appointment) return { kind: 'unknown' }
      if (appointment.status !== 'cancelled') return { kind: 'done', changed: false, appointment }
      if (canKeepUntil(appointment, now) === null) return { kind: 'too_late', appointment }
      const { rows } = await client.query<{ version: number }>(`SELECT ${BLOCKERS_VERSION} AS version`)
      const isBlocked = rows[0]?.version !== latest.version || latest.strike(appointment)
      if (isBlocked) return { kind: 'slot_taken', appointment }
      const kept: StoredAppointment = {
        ...appointment,
        status: appointment.cancelledFrom ?? 'open',
        version: appointment.version + 1,
        patientCancelledAt: null,
        cancelledFrom: null,
      }
      await client.query(
        `UPDATE appointments SET status = $2, version = $3, cancel_reason = NULL, patient_cancelled_at = NULL,
           cancelled_from = NULL WHERE id = $1`,
        [id, kept.status, kept.version],
      )
      await audit(client, {
        staffId: null,
        action: 'appointment.reopened_by_patient',
        subject: { kind: 'appointment', id },
        details: { version: kept.version, by },
      })
      await announce(client, kept)
      return { kind: 'done', changed: true, appointment: kept }
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== NO_OVERLAP) throw error
    return { kind: 'slot_taken', appointment: (await storedAppointment(pool, id)) ?? known }
  }
}

/**
 * Puts a patient on the list to be called, with a mark at the appointment, until its start and also if it was
 * cancelled. A repeated request counts once.
 */
export function callMe(pool: Pool, id: string, { by, now }: ByPatient): Promise<PatientOutcome> {
  return inTransaction<PatientOutcome>(pool, async (client) => {
    const appointment = await locked(client, id)
    if (!appointment) return { kind: 'unknown' }
    if (appointment.startsAt <= now) return { kind: 'already_begun', appointment }
    const isNew = await addWish(client, 'asked_to_call', id, { now })
    if (!isNew && appointment.marks.includes('asked_to_call')) {
      return { kind: 'done', changed: false, appointment }
    }
    const { rows } = await client.query<Pick<StoredAppointment, 'version' | 'marks'>>(
      `UPDATE appointments SET marks = array_append(array_remove(marks, 'asked_to_call'), 'asked_to_call'),
         version = version + 1 WHERE id = $1 RETURNING version, marks`,
      [id],
    )
    const marked = { ...appointment, ...rows[0] }
    await audit(client, {
      staffId: null,
      action: 'appointment.call_asked_by_patient',
      subject: { kind: 'appointment', id },
      details: { version: marked.version, by },
    })
    await announce(client, marked)
    return { kind: 'done', changed: true, appointment: marked }
  })
}

/** Reports whether a patient can no longer change their appointment but by phone. */
export function isTooLate(
  { startsAt }: Pick<StoredAppointment, 'startsAt'>,
  { now, changeUntilMinutes }: { now: Date; changeUntilMinutes: number },
): boolean {
  return startsAt.getTime() - now.getTime() < changeUntilMinutes * 60_000
}

/** Changes a future appointment, alone, and publishes the change. */
function changed(
  pool: Pool,
  { id, version }: VisitVersion,
  now: Date,
  change: (client: PoolClient, appointment: StoredAppointment) => Promise<PatientOutcome>,
): Promise<PatientOutcome> {
  return inTransaction(pool, async (client) => {
    const appointment = await locked(client, id)
    if (!appointment) return { kind: 'unknown' }
    if (appointment.status === 'cancelled') return { kind: 'already_cancelled', appointment }
    if (version !== null && version !== appointment.version) return { kind: 'stale_version', appointment }
    if (appointment.startsAt <= now || appointment.visit !== null)
      return { kind: 'already_begun', appointment }
    const outcome = await change(client, appointment)
    if (outcome.kind === 'done' && outcome.changed) await announce(client, outcome.appointment)
    return outcome
  })
}

const announce = (client: PoolClient, { id, location, version }: StoredAppointment) =>
  notify(client, { type: 'appointment', change: 'changed', id, location, version })

/** Reports whether the clinic has confirmed it once, whatever has happened since. */
async function wasConfirmed(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM audit_log WHERE subject_kind = 'appointment' AND subject_id = $1 AND action = 'appointment.confirmed' LIMIT 1`,
    [id],
  )
  return (rowCount ?? 0) > 0
}
