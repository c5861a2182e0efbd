import type { Appointment } from '../../../../contract/appointments.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import type { AppointmentChanges, Outcome } from '../state/changes.ts'

export type Confirmed = { confirmed: Outcome[]; failed: Outcome[] }

/**
 * Confirms appointments one after the other, each in the version that is shown: of two hundred calls at once a server
 * would refuse some, and the list asks again after each. Ends at the first call that gets no answer.
 */
export async function confirmAll(
  changes: Pick<AppointmentChanges, 'set'>,
  rows: readonly Appointment[],
  onProgress: (count: number) => void,
): Promise<Confirmed> {
  const all: Confirmed = { confirmed: [], failed: [] }
  for (const row of rows) {
    let outcome: Outcome | undefined
    const onOutcome = (ended: Outcome) => {
      outcome = ended
    }
    await changes.set(row, { kind: 'open', isOpen: false }, { onOutcome })
    // The person has signed out.
    if (!outcome) return all
    all[outcome.kind === 'done' ? 'confirmed' : 'failed'].push(outcome)
    onProgress(all.confirmed.length + all.failed.length)
    if (outcome.kind === 'failed' && isUnanswered(outcome.error)) return all
  }
  return all
}
