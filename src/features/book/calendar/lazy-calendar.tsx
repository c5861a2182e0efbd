import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyModule, prefetch } from '../../../ui/lazy.tsx'
import { Problem } from '../../../ui/paged-list/list-error.tsx'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'

// The page opens with the list; days and weeks load when they are chosen.
const calendarView = lazyModule(async () => (await import('./calendar-view.tsx')).CalendarView)

/** Lets a day open without a connection. */
export const prefetchCalendar = () => prefetch(calendarView)

export function LazyCalendar() {
  const { t } = useTranslation('shell')
  const [isMissing, setMissing] = useState(false)
  const CalendarView = useLazyPart(calendarView, !isMissing, () => setMissing(true))
  if (CalendarView) return <CalendarView />
  return isMissing && <Problem why={t('partMissing')} onRetry={() => setMissing(false)} />
}
