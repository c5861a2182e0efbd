import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'

/** Over a blocker: the patient has to be called. */
export const BlockedSign = ({ size = 14 }: { size?: number }) => (
  <TriangleAlert size={size} aria-hidden="true" />
)
