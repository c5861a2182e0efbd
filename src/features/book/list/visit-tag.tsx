import type { Appointment } from '../../../../contract/appointments.ts'
import { VisitSign } from '../../../ui/visit-sign.tsx'
import { useClinicNow } from '../state/use-clinic-now.ts'
import { useStateWords } from '../visit/use-state-words.ts'
import { minutesIn, visitStateOf } from '../visit/visit-state.ts'

/** State of the visit, beside the badge of the specification, which says the rest. */
export function VisitTag({ of: row }: { of: Appointment }) {
  const stateWords = useStateWords()
  const { at: now } = useClinicNow()
  const state = visitStateOf(row, now)
  if (state === 'pending' || state === 'confirmed' || state === 'cancelled') return null
  return (
    <span className="visit" data-state={state}>
      <VisitSign of={state} size={12} />
      <span>{stateWords(state, minutesIn(row, now))}</span>
    </span>
  )
}
