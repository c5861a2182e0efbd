import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyModule, prefetch } from '../../../ui/lazy/lazy-module.ts'
import { useLazyPart } from '../../../ui/lazy/use-lazy-part.ts'
import { Problem } from '../../../ui/paged-list/list-error.tsx'

type Props = {
  /** When the shown rows were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

// The page opens with the list; the day loads when it is chosen.
const dayView = lazyModule(async () => (await import('./day-view.tsx')).DayView)

/** Lets a day open without a connection. */
export const prefetchDayView = () => prefetch(dayView)

export function LazyDayView({ onUpdated }: Props) {
  const { t } = useTranslation('shell')
  const [isMissing, setMissing] = useState(false)
  const DayView = useLazyPart(dayView, !isMissing, () => setMissing(true))
  if (DayView) return <DayView onUpdated={onUpdated} />
  return isMissing && <Problem why={t('partMissing')} onRetry={() => setMissing(false)} />
}
