import type { OwnVisit } from '../../../contract/own-visit.ts'

/** Which buttons there are (visit-actions.tsx). */
export type Actions = 'open' | 'asked' | 'coming' | 'coming-asked' | 'late' | 'kept' | 'cancelled'

export function actionsOf({
  status,
  keepUntil,
  canChange,
  patientConfirmedAt,
  askedToCall,
}: Pick<OwnVisit, 'status' | 'keepUntil' | 'canChange' | 'patientConfirmedAt' | 'askedToCall'>): Actions {
  if (status === 'cancelled') return keepUntil === null ? 'cancelled' : 'kept'
  if (!canChange) return 'late'
  if (patientConfirmedAt === null) return askedToCall ? 'asked' : 'open'
  return askedToCall ? 'coming-asked' : 'coming'
}

/** What the patient or the clinic has said of it. */
export const stateOf = ({
  status,
  patientConfirmedAt,
}: Pick<OwnVisit, 'status' | 'patientConfirmedAt'>): OwnVisit['status'] =>
  status === 'open' && patientConfirmedAt !== null ? 'confirmed' : status

/** Whether a link opens nothing. Too many calls from an address say nothing of the link. */
export const isDeadLink = (status: number): boolean => status === 401 || status === 404

/**
 * What went wrong with a press, by its key under 'problem' in the texts.
 * @param to what was pressed
 */
export function problemOf(
  { status, code, visit }: { status: number; code?: string; visit: OwnVisit | null },
  to: string,
): 'network' | 'same_person' | 'gone' | 'slot_taken' | 'changed' | 'server' {
  if (status === 0) return 'network'
  if (code === 'same_person_same_time') return 'same_person'
  if (code === 'slot_taken') return to === 'claim' ? 'gone' : 'slot_taken'
  return visit !== null || isDeadLink(status) || status === 429 ? 'changed' : 'server'
}
