import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { deviceQueries } from '../../api/devices.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { openPagesFor } from '../../offline/stored-session.ts'
import { authUserAtom } from '../../session/session-atoms.ts'

/**
 * Does something to what this browser is. Whatever comes of it, the pages that are on screen are kept from then on
 * under the keys that hold now, and the list is asked for again.
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
