import { useAtomValue } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { mayAtom } from '../../../session/rights.ts'
import { nextStepOf, type VisitStep } from './visit-state.ts'

/** The next step that the signed-in person can press, of a visit at a moment in milliseconds since 1970. */
export function useStepRules(): (row: Appointment, now: number) => VisitStep | null {
  const mayWrite = useAtomValue(mayAtom)('visit.write')
  return (row, now) => (mayWrite ? nextStepOf(row, now) : null)
}
