import { useSetAtom } from 'jotai'
import { useMemo } from 'react'
import type { ChangesMeanwhile } from '../../../ui/paged-list/use-changes-meanwhile.ts'
import { noticeAtom } from '../actions/use-changes.ts'
import type { Changes, Row } from './changes-since.ts'

/**
 * What counts as changed among the appointments on the screen. The bar at the foot tells of it, as it tells of one's
 * own changes. @param isFiltered whether the question is for those in one state, or for what somebody searches
 */
export function useAppointmentChanges(isFiltered: boolean): ChangesMeanwhile<Row, Changes> {
  const notify = useSetAtom(noticeAtom)
  return useMemo(
    () => ({
      // There is a connection to fetch that by; without one nobody is told what has changed.
      compare: async (before, now) =>
        (await import('./changes-since.ts')).changesSince(before, now, isFiltered),
      onChanges: ({ fresh, changed, cancelled }) =>
        notify({ kind: 'back', fresh: fresh.length, changed: changed.length, cancelled: cancelled.length }),
    }),
    [isFiltered, notify],
  )
}
