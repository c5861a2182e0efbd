import { useMemo } from 'react'
import type { ChangesMeanwhile } from '../../../ui/paged-list/use-changes-meanwhile.ts'
import type { Changes, Row } from './changes-since.ts'
import { useNotices } from './use-notices.ts'

/** Reports changes as a message, like one's own. @param isFiltered whether a status or a search is applied */
export function useAppointmentChanges(isFiltered: boolean): ChangesMeanwhile<Row, Changes> {
  const notify = useNotices()
  return useMemo(
    () => ({
      // Changes are compared on reconnect only, so this can be fetched then.
      compare: async (before, now) =>
        (await import('./changes-since.ts')).changesSince(before, now, isFiltered),
      onChanges: ({ fresh, changed, cancelled }) =>
        notify({ kind: 'back', fresh: fresh.length, changed: changed.length, cancelled: cancelled.length }),
    }),
    [isFiltered, notify],
  )
}
