import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart, prepare, useLazyPart } from '../../../ui/lazy-part.ts'
import { Problem } from '../../../ui/paged-list/list-error.tsx'

type Props = {
  /** Is told when the rows that are shown were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

// The list is what the page opens with; who wants a day fetches it then.
const dayPart = lazyPart<Props>(async () => (await import('./day-view.tsx')).DayView)

/** For who may want a day when there is no connection to fetch it by. */
export const prepareDayView = () => prepare(dayPart)

/** The view of a day once it has been fetched; where it could not be, the words for that and another try. */
export function LaterDayView({ onUpdated }: Props) {
  const { t } = useTranslation('shell')
  const [isMissing, setMissing] = useState(false)
  const DayView = useLazyPart(dayPart, !isMissing, () => setMissing(true))
  if (DayView) return <DayView onUpdated={onUpdated} />
  return isMissing && <Problem why={t('partMissing')} onRetry={() => setMissing(false)} />
}
