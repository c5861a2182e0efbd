import type { Appointment } from '../../../../contract/appointments.ts'
import type { VisitStep } from './visit-state.ts'

type Props = { of: Appointment; step: VisitStep; isDue: boolean; isCompact?: boolean }

export function StepButton(_: Props) {
  return null
}
