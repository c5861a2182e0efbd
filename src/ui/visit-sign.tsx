import {
  Armchair,
  Check,
  CheckCheck,
  Circle,
  CircleQuestionMark,
  Hourglass,
  UserCheck,
  UserX,
  X,
} from 'lucide-react'

const SIGNS = {
  pending: Circle,
  confirmed: Check,
  arrived: UserCheck,
  in_chair: Armchair,
  done: CheckCheck,
  no_show: UserX,
  outcome: CircleQuestionMark,
  cancelled: X,
  no_time: Hourglass,
} as const

/** What a visit is shown as: one word, one sign and one colour wherever it stands. */
export type ShownState = keyof typeof SIGNS

/** The sign of a state; the word stands beside it. */
export function VisitSign({ of, size = 14 }: { of: ShownState; size?: number }) {
  const Sign = SIGNS[of]
  return <Sign size={size} aria-hidden="true" />
}
