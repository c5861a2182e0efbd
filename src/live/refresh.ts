import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../../contract/events.ts'
import { appointmentQueries } from '../api/appointments-list.ts'
import { BLOCKERS } from '../api/blockers-key.ts'
import { notificationQueries } from '../api/notifications.ts'
import { throttle } from '../device/throttle.ts'

/** Under a burst of events each kind of list is asked for at most once in so many milliseconds. */
const THROTTLE_MS = 500

/** What is shown, and how it becomes true again. */
export type Refresh = { all: () => void; after: (event: LiveEvent) => void }

/** Asks again for what an event has changed: what is on the screen now, the rest when it is next looked at. */
export function createRefresh(client: QueryClient): Refresh {
  const appointments = throttle(() => refetch(client, appointmentQueries.all()), THROTTLE_MS)
  const bell = throttle(() => refetch(client, notificationQueries.all()), THROTTLE_MS)
  const blockers = throttle(() => refetch(client, BLOCKERS), THROTTLE_MS)
  return {
    all: () => {
      appointments()
      bell()
      blockers()
    },
    after: ({ type }) => {
      appointments()
      if (type === 'blocker') blockers()
      else bell()
    },
  }
}

async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  // In a tab that nobody sees it waits until somebody does: coming back asks for everything that is not fresh.
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
  const again = () => client.invalidateQueries({ queryKey, refetchType })
  // A first answer that is still on its way may be older than the event, and is not asked for twice.
  const isFirst = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await again()
  if (isFirst) await again()
}
