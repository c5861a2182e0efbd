import { QueryClient } from '@tanstack/react-query'
import { storePublicLists } from './public-lists.ts'

/**
 * The one store of server state. `offlineFirst` tries once without asking the browser whether it is online,
 * which is often wrong about that, and pauses after a failure until the connection is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'offlineFirst', staleTime: 30_000, retry: 1 },
    mutations: { networkMode: 'offlineFirst' },
  },
})

void storePublicLists(queryClient)
