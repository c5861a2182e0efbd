import { QueryClient } from '@tanstack/react-query'
import { storePublicLists } from './public-lists.ts'

/** `offlineFirst` tries once without asking the browser, which often misreports being online, and pauses after a failure. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'offlineFirst', staleTime: 30_000, retry: 1 },
    mutations: { networkMode: 'offlineFirst' },
  },
})

void storePublicLists(queryClient)
