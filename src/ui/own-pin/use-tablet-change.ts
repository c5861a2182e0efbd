import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { deviceQueries } from '../../api/devices.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { openPagesFor } from '../../offline/stored-session.ts'
import { authUserAtom } from '../../session/session-atoms.ts'

/**
 * Changes what this browser is. In any case the open pages are then stored under the present keys, and the list is
 * fetched again.
 */
export function useTabletChange(): (change: () => Promise<void>) => Promise<void> {
  const client = useQueryClient()
  const user = useAtomValue(authUserAtom)
  return async (change) => {
    try {
      await change()
    } finally {
      if (user) await openPagesFor(client, user)
      void refetchChanged(client, deviceQueries.all())
    }
  }
}
