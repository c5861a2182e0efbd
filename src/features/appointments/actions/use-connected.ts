import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'

/** Whether what is on screen was had from the server when it was last asked for. */
function isAnswered(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ queryKey: appointmentQueries.all(), type: 'active' })
  return navigator.onLine && !shown.some(({ state }) => isUnanswered(state.error))
}

/** Whether appointments can be changed, as far as the connection goes. Of the device's own word only 'no' counts. */
export function useConnected(): boolean {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => {
      const leave = client.getQueryCache().subscribe(onChange)
      addEventListener('online', onChange)
      addEventListener('offline', onChange)
      return () => {
        leave()
        removeEventListener('online', onChange)
        removeEventListener('offline', onChange)
      }
    },
    [client],
  )
  return useSyncExternalStore(subscribe, () => isAnswered(client))
}
