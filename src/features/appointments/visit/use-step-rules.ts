import { useAtomValue } from 'jotai'
import { mayAtom } from '../../../session/rights.ts'
import { nextStepOf, type VisitRow, type VisitState, type VisitStep } from './visit-state.ts'

/** The next step that the signed-in person can press, of a visit in a state. */
export function useStepRules(): (row: VisitRow, state: VisitState) => VisitStep | null {
  const mayWrite = useAtomValue(mayAtom)('visit.write')
  return (_row, state) => (mayWrite ? nextStepOf(state) : null)
}
