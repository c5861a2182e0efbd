import type { Pool } from 'pg'
import type { LanguageCode } from '../../../domain/languages.ts'
import { CONTACT_COLUMNS, type StoredContact } from '../../patients/records/contacts.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import { UNSYNCED, type VisitMessage } from './repository.ts'

/** A patient's last known state of an appointment. */
export type NotifiedVisit = { startsAt: Date; endsAt: Date; location: string; doctorId: string }

/** An appointment as a message finds it. */
export type StoredFacts = Pick<AppointmentFacts, 'appointment' | 'doctor'> & {
  status: string
  /** Null: nothing yet. */
  told: NotifiedVisit | null
  /** Place and time as the patient believes, where they must be notified and asked again; null: nowhere else. */
  before: NotifiedVisit | null
  /** Due time of the notice about the last change. */
  tellAt: Date | null
  reachable: boolean
  channel: string
  /** State of the visit. */
  visit: string | null
  /** Whether its patient is a registered one. */
  isRegistered: boolean
  /** Whether it has no slot yet. */
  isWaiting: boolean
  doctorId: string
  /** The clinic's; of one that the patient cancelled null. */
  cancelReason: string | null
  language: LanguageCode
  patient: AppointmentFacts['patient'] & StoredContact
}

/** The message reflects the read state, whatever happens to the appointment meanwhile. */
export function toldOf({
  appointment: { startsAt, endsAt, location },
  doctorId,
}: StoredFacts): NotifiedVisit {
  return { startsAt, endsAt, location, doctorId }
}

/**
 * Records that a message was sent, and the patient's knowledge by it; null: nothing new. The `others` of a message
 * about several appointments have a row of their own, so that each shows that its patient was notified.
 */
export async function settleSent(
  db: Pick<Pool, 'query'>,
  { id, appointmentId, channel }: Pick<VisitMessage, 'id' | 'appointmentId' | 'channel'>,
  told: NotifiedVisit | null,
  now: Date,
  others: readonly StoredFacts[] = [],
): Promise<void> {
  const source = channel === 'email' ? `FROM ${UNSYNCED}` : ''
  if (others.length === 0) {
    await db.query({
      name: `sent-${channel}`,
      text: `WITH told AS (UPDATE appointments SET told = $4, set_aside_confirmation = NULL
          WHERE id = $2 AND $4::jsonb IS NOT NULL)
        UPDATE messages SET state = 'sent', settled_at = $3 ${source} WHERE messages.id = $1`,
      values: [id, appointmentId, now, told && JSON.stringify(told)],
    })
    return
  }
  await db.query(
    `WITH other AS (
       SELECT * FROM jsonb_to_recordset($4::jsonb) AS o (id uuid, told jsonb, starts_at timestamptz, version int)
     ), told AS (
       UPDATE appointments a SET told = other.told, set_aside_confirmation = NULL FROM other WHERE a.id = other.id
     ), sent AS (
       UPDATE messages SET state = 'sent', settled_at = $2 WHERE id = $1
       RETURNING kind, step, channel, to_key, created_at, due_at
     )
     INSERT INTO messages (id, appointment_id, kind, step, channel, to_key, starts_at, version, created_at, due_at, state, settled_at)
     SELECT gen_random_uuid(), other.id, kind, step, channel, to_key, other.starts_at, other.version, created_at, due_at, 'sent', $2
     FROM sent CROSS JOIN other WHERE other.id <> $3`,
    [
      id,
      now,
      appointmentId,
      JSON.stringify([
        ...(told ? [{ id: appointmentId, told }] : []),
        ...others.map((facts) => ({
          id: facts.appointment.id,
          told: toldOf(facts),
          starts_at: facts.appointment.startsAt,
          version: facts.appointment.version,
        })),
      ]),
    ],
  )
}

type StoredTold = Omit<NotifiedVisit, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }
type FactsRow = Omit<StoredFacts, 'appointment' | 'patient' | 'doctor' | 'told' | 'before'> &
  StoredFacts['appointment'] &
  StoredFacts['patient'] & {
    doctorChosen: boolean
    doctorName: string
    told: StoredTold | null
    before: StoredTold | null
  }

/** @returns null: the appointment no longer exists */
export async function loadVisit(
  pool: Pick<Pool, 'query'>,
  appointmentId: string,
): Promise<StoredFacts | null> {
  const { rows } = await pool.query<FactsRow>({
    name: 'visit-facts',
    text: `SELECT a.status, CASE WHEN a.patient_cancelled_at IS NULL THEN a.cancel_reason END AS "cancelReason",
            a.language, a.told, outdated_belief(a) AS before, a.tell_at AS "tellAt", a.reachable, a.channel, a.visit,
            p.verified AS "isRegistered", a.waiting_since IS NOT NULL AS "isWaiting", a.doctor_id AS "doctorId",
            a.id, a.reference, a.version, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location,
            a.service_text AS "serviceText", a.doctor_chosen AS "doctorChosen", d.name AS "doctorName",
            p.first_name AS "firstName", ${CONTACT_COLUMNS}
     FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id
     WHERE a.id = $1`,
    values: [appointmentId],
  })
  const [row] = rows
  if (!row) return null
  const { id, reference, version, startsAt, endsAt, location, serviceText, ...others } = row
  const { firstName, email, phone, phoneE164, doctorName, doctorChosen, told, before, ...facts } = others
  return {
    ...facts,
    told: toldFrom(told),
    before: toldFrom(before),
    appointment: { id, reference, version, startsAt, endsAt, location, serviceText },
    patient: { firstName, email, phone, phoneE164 },
    doctor: { name: doctorName, isChosen: doctorChosen },
  }
}

const toldFrom = (told: StoredTold | null): NotifiedVisit | null =>
  told && { ...told, startsAt: new Date(told.startsAt), endsAt: new Date(told.endsAt) }
