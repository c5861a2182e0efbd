import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NotCached } from '../../../ui/not-cached.tsx'
import { ListError } from '../../../ui/paged-list/list-error.tsx'
import { CalendarSkeleton } from './calendar-skeleton.tsx'

type Props = {
  query: { data?: unknown; error: Error | null; refetch: () => unknown }
  isReady: boolean
  notCached: boolean
  /** How many are drawn until there is something to show. */
  columns: number
  /** What may be had instead of what is not cached. */
  children?: ReactNode
}

/** What stands in the place of a day or a week that is not there: why, or the shape of what comes. */
export function CalendarState({ query, isReady, notCached, columns, children }: Props) {
  const { t } = useTranslation('appointments')
  const { data, error } = query
  const onRetry = () => void query.refetch()
  if (notCached) return <NotCached onRetry={onRetry}>{children}</NotCached>
  if (error) return data ? null : <ListError error={error} fallback={t('failed')} onRetry={onRetry} />
  return isReady ? null : <CalendarSkeleton columns={columns} />
}
