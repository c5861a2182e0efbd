import type { Pool, PoolClient } from 'pg'
import type { Appointment, ChangeAppointment } from '../../../contract/appointments.ts'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { cancellationJobsFrom } from '../../messages/jobs/cancellation-job.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { CANCELLED, STORED_COLUMNS, STORED_JOINS, type StoredAppointment } from '../visits/appointment-row.ts'
import { timeFreed } from '../visits/time-freed.ts'

/** Confirming, reopening and cancelling. */
type StatusChange = Extract<ChangeAppointment, { change: 'confirm' | 'reopen' | 'cancel' }>

/** Result of each change of an appointment, and its action in the audit trail. */
const CHANGES = {
  confirm: { status: 'confirmed', action: 'appointment.confirmed' },
  reopen: { status: 'open', action: 'appointment.reopened' },
  cancel: { status: 'cancelled', action: 'appointment.cancelled' },
} as const satisfies Record<
  StatusChange['change'],
  { status: Appointment['status']; action: `appointment.${string}` }
>

/** Author and time of a change to an appointment. */
export type Changer = {
  staffId: string
  /** Reach of the right for the change; anything outside is unknown. */
  reach: Reach
  now: Date
}

export type ChangeOutcome =
  | { kind: 'done'; appointment: StoredAppointment }
  | { kind: 'unknown' }
  /** Nothing was changed; with the stored appointment. */
  | { kind: 'already_cancelled' | 'stale_version' | 'already_begun'; appointment: StoredAppointment }

/**
 * Confirms, reopens or cancels an appointment, for good, with its entry in the audit trail and, for a cancelled one,
 * the mail to the patient: all of it or nothing. From the commit on its slot can be booked again. Concurrent changes
 * take turns. The current state changes nothing.
 * @param version that the change is meant for; null: any
 */
export function changeAppointment(
  pool: Pool,
  appointmentId: string,
  version: number | null,
  change: StatusChange,
  { staffId, reach, now }: Changer,
): Promise<ChangeOutcome> {
  return inTransaction(pool, async (client) => {
    const appointment = await locked(client, appointmentId)
    if (!appointment || !reachesVisit(reach, appointment)) return { kind: 'unknown' }
    // As the database writes it, whatever letters the caller used.
    const { id, location } = appointment
    const { status, action } = CHANGES[change.change]
    // Before the version check: after a cancellation the caller has to know that, and not that the version differs.
    if (appointment.status === 'cancelled') return { kind: 'already_cancelled', appointment }
    if (version !== null && version !== appointment.version) return { kind: 'stale_version', appointment }
    if (status === appointment.status) return { kind: 'done', appointment }
    if (status === 'cancelled' && appointment.startsAt <= now) return { kind: 'already_begun', appointment }

    const changed = {
      ...appointment,
      status,
      version: appointment.version + 1,
      ...(status === 'cancelled' && { visit: null, arrivedAt: null, inChairAt: null }),
    }
    if (change.change !== 'cancel') {
      const values = [id, status, changed.version]
      await client.query(`UPDATE appointments SET status = $2, version = $3 WHERE id = $1`, values)
    } else {
      await client.query(
        `UPDATE appointments SET ${CANCELLED}, version = $2, cancel_reason = $3 WHERE id = $1`,
        [id, changed.version, change.reason],
      )
      await client.query(cancellationJobsFrom('(SELECT $1::uuid AS id) AS appointment'), [id])
      if (appointment.waitingSince === null) await timeFreed(client, { ...appointment, appointmentId: id })
    }
    await audit(client, {
      staffId,
      action,
      subject: { kind: 'appointment', id },
      details: { version: changed.version },
    })
    await notify(client, { type: 'appointment', change: 'changed', id, location, version: changed.version })
    return { kind: 'done', appointment: changed }
  })
}

/** An appointment as it is, which may change at any time. */
export async function storedAppointment(
  pool: Pick<Pool, 'query'>,
  id: string,
): Promise<StoredAppointment | undefined> {
  const text = `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS} WHERE a.id = $1`
  const { rows } = await pool.query<StoredAppointment>({ name: 'appointment-stored', text, values: [id] })
  return rows[0]
}

/** An appointment, locked against other changes until the transaction ends. */
export async function locked(client: PoolClient, id: string): Promise<StoredAppointment | undefined> {
  const { rows } = await client.query<StoredAppointment>(
    `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS} WHERE a.id = $1 FOR UPDATE OF a`,
    [id],
  )
  return rows[0]
}
