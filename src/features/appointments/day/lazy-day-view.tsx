import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyModule, prefetch } from '../../../ui/lazy/lazy-module.ts'
import { useLazyPart } from '../../../ui/lazy/use-lazy-part.ts'
import { Problem } from '../../../ui/paged-list/list-error.tsx'

type Props = {
  /** Is told when the rows that are shown were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

// The list is what the page opens with; who wants a day fetches it then.
const dayView = lazyModule(async () => (await import('./day-view.tsx')).DayView)

/** For who may want a day when there is no connection to fetch it by. */
export const prefetchDayView = () => prefetch(dayView)

/** The view of a day once it has been fetched; where it could not be, the words for that and another try. */
export function LazyDayView({ onUpdated }: Props) {
  const { t } = useTranslation('shell')
  const [isMissing, setMissing] = useState(false)
  const DayView = useLazyPart(dayView, !isMissing, () => setMissing(true))
  if (DayView) return <DayView onUpdated={onUpdated} />
  return isMissing && <Problem why={t('partMissing')} onRetry={() => setMissing(false)} />
}
