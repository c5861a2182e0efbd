import type { Context } from 'hono'
import type { Appointment, NearestTime, SamePerson, TimeConflict } from '../../../contract/appointments.ts'
import type { ReadTrail } from '../../accounts/audit/reads.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import type { StoredAppointment } from './appointment-row.ts'
import type { Hindrance } from './desk-time.ts'

/** Reason why the desk cannot have a slot. The appointments are those within the caller's reach. */
export type TimeConflictOutcome =
  | {
      kind: 'slot_taken' | 'override_needed'
      nearest: NearestTime[]
      takenBy: StoredAppointment[]
      hindrance?: Hindrance
    }
  | { kind: 'same_person_same_time'; samePerson: StoredAppointment[] }

const SENTENCES = {
  slot_taken: 'Someone else has this time.',
  override_needed: 'The clinic is closed or blocked at that time.',
  same_person_same_time: 'This patient has another appointment at that time.',
} as const satisfies Record<TimeConflictOutcome['kind'], string>

/**
 * The 409 with the conflicting appointments. The caller reads the patients named in it, and so does the audit trail.
 */
export async function timeConflict(
  { c, trail }: { c: Context; trail: ReadTrail },
  outcome: TimeConflictOutcome,
  rowOf: (stored: StoredAppointment) => Appointment,
): Promise<HttpFailure> {
  const others = outcome.kind === 'same_person_same_time' ? outcome.samePerson : outcome.takenBy
  for (const { id, patientId } of others) await trail.opened(c, { appointment: id, patient: patientId })
  if (outcome.kind === 'same_person_same_time') {
    const data: SamePerson = { samePerson: outcome.samePerson.map(rowOf) }
    return new HttpFailure(outcome.kind, SENTENCES[outcome.kind], { data })
  }
  const { kind, nearest, takenBy, hindrance } = outcome
  const data: TimeConflict = { nearest, takenBy: takenBy.map(rowOf), ...hindrance }
  return new HttpFailure(kind, SENTENCES[kind], { data })
}
