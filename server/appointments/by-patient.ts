import type { Pool, PoolClient } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { confirmsByPatient, ownChangeRefusal } from '../../domain/own-visit.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { notify } from '../events/channel.ts'
import { cancelLocked, locked, type PatientsWay } from './change.ts'
import type { StoredAppointment } from './stored.ts'

export type ByPatient = { clinic: Pick<Clinic, 'booking'>; now: Date; via: PatientsWay }

export type ByPatientOutcome =
  | { kind: 'done'; appointment: StoredAppointment }
  /** Nothing was changed: it is cancelled, or too late for it. */
  | { kind: 'already_cancelled' | 'visit_state'; appointment: StoredAppointment }
  | { kind: 'unknown' }

/** What patients do with their own visit, as the audit trail calls it. */
const CONFIRMED = { action: 'appointment.confirmed_by_patient' } as const
const ASKED = { action: 'appointment.asked_to_call' } as const

/**
 * Changes a patient's own visit, while that is allowed online. People who change the same one take turns.
 * @param change of a locked appointment that may be changed
 */
function changed(
  pool: Pool,
  id: string,
  { clinic, now }: ByPatient,
  change: (client: PoolClient, appointment: StoredAppointment) => Promise<StoredAppointment>,
): Promise<ByPatientOutcome> {
  return inTransaction(pool, async (client) => {
    const appointment = await locked(client, id)
    if (!appointment) return { kind: 'unknown' }
    const refusal = ownChangeRefusal(appointment, { booking: clinic.booking, now })
    if (refusal !== null) return { kind: refusal, appointment }
    return { kind: 'done', appointment: await change(client, appointment) }
  })
}

/**
 * Notes that the patient comes: a sign in the book, and where the clinic's rules say so the status too. Twice is once.
 */
export function confirmByPatient(pool: Pool, id: string, by: ByPatient): Promise<ByPatientOutcome> {
  return changed(pool, id, by, async (client, appointment) => {
    if (appointment.patientConfirmedAt !== null) return appointment
    const { rowCount } = await client.query(
      `SELECT FROM audit_log WHERE subject_kind = 'appointment' AND subject_id = $1 AND action = 'appointment.confirmed' LIMIT 1`,
      [appointment.id],
    )
    const isOfClinic = appointment.channel !== 'web' || appointment.bookedBy !== null
    const confirms = confirmsByPatient({ isOfClinic, wasConfirmed: rowCount === 1 }, by.clinic.booking)
    const status = confirms ? 'confirmed' : appointment.status
    const version = appointment.version + 1
    await client.query(
      'UPDATE appointments SET patient_confirmed_at = $2, status = $3, version = $4 WHERE id = $1',
      [appointment.id, by.now, status, version],
    )
    const after = { ...appointment, patientConfirmedAt: by.now, status, version }
    await note(client, after, CONFIRMED, by)
    return after
  })
}

/** Cancels it for good. The patient gets the message that every cancelled visit brings, without their own reason. */
export function cancelByPatient(
  pool: Pool,
  id: string,
  reason: string | null,
  by: ByPatient,
): Promise<ByPatientOutcome> {
  return changed(pool, id, by, (client, appointment) =>
    cancelLocked(client, appointment, { reason, staffId: null, via: by.via }),
  )
}

/** Marks that the patient wishes to be called, and lists them; who was called before is listed again. */
export function askForCall(pool: Pool, id: string, by: ByPatient): Promise<ByPatientOutcome> {
  return changed(pool, id, by, async (client, appointment) => {
    const { rowCount } = await client.query(
      `INSERT INTO todos (kind, appointment_id, created_at) VALUES ('asked_to_call', $1, $2)
       ON CONFLICT (appointment_id, kind) DO UPDATE SET created_at = $2, done_at = NULL, done_by = NULL, note = NULL
         WHERE todos.done_at IS NOT NULL`,
      [appointment.id, by.now],
    )
    if (rowCount === 0) return appointment
    const version = appointment.version + 1
    const marks = [...new Set([...appointment.marks, 'asked_to_call' as const])]
    await client.query('UPDATE appointments SET marks = $2, version = $3 WHERE id = $1', [
      appointment.id,
      marks,
      version,
    ])
    const after = { ...appointment, marks, version }
    await note(client, after, ASKED, by)
    return after
  })
}

async function note(
  client: PoolClient,
  { id, location, version }: StoredAppointment,
  entry: { action: string },
  { via }: ByPatient,
): Promise<void> {
  await audit(client, {
    staffId: null,
    ...entry,
    subject: { kind: 'appointment', id },
    details: { version, via },
  })
  await notify(client, { type: 'appointment', change: 'changed', id, location, version })
}
