import type { Appointment, NearestTime, SamePerson, TimeConflict } from '../../contract/appointments.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Hindrance } from './desk-time.ts'
import type { StoredAppointment } from './stored.ts'

/** Why a time is not to be had at the desk. The visits are those within the reach of who asks. */
export type TimeConflictOutcome =
  | {
      kind: 'slot_taken' | 'override_needed'
      nearest: NearestTime[]
      takenBy: StoredAppointment[]
      hindrance?: Hindrance
    }
  | { kind: 'same_person_same_time'; samePerson: StoredAppointment[] }

const SENTENCES = {
  slot_taken: 'Somebody else has this time.',
  override_needed: 'The clinic is closed then, or a blocker lies there.',
  same_person_same_time: 'This patient has another visit at that time.',
} as const satisfies Record<TimeConflictOutcome['kind'], string>

/** The 409 with what the time is in conflict with. */
export function timeConflict(
  outcome: TimeConflictOutcome,
  rowOf: (stored: StoredAppointment) => Appointment,
): HttpFailure {
  if (outcome.kind === 'same_person_same_time') {
    const data: SamePerson = { samePerson: outcome.samePerson.map(rowOf) }
    return new HttpFailure(outcome.kind, SENTENCES[outcome.kind], { data })
  }
  const { kind, nearest, takenBy, hindrance } = outcome
  const data: TimeConflict = { nearest, takenBy: takenBy.map(rowOf), ...hindrance }
  return new HttpFailure(kind, SENTENCES[kind], { data })
}
