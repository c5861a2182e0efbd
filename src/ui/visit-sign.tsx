import Armchair from 'lucide-react/icons/armchair'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Circle from 'lucide-react/icons/circle'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Hourglass from 'lucide-react/icons/hourglass'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import X from 'lucide-react/icons/x'

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

/** State of an appointment as shown: one word, one sign and one colour everywhere. */
export type ShownState = keyof typeof SIGNS

/** The sign of a state; its word is beside it. */
export function VisitSign({ of, size = 14 }: { of: ShownState; size?: number }) {
  const Sign = SIGNS[of]
  return <Sign size={size} aria-hidden="true" />
}
