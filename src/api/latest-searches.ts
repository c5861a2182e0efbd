import type { Query, QueryClient } from '@tanstack/react-query'

/** Mark of search results in the `meta` of a query. */
export const SEARCHED = { searched: true } as const

/** Number of search results that stay in a tab's memory; a page counts as one. */
const REMEMBERED = 20

const isFound = ({ meta, state }: Query) => meta?.searched === true && state.fetchStatus === 'idle'

/** Forgets what was found before the latest searches, unless it is on the screen. */
export function forgetOldSearches(client: QueryClient): void {
  const cache = client.getQueryCache()
  const found = cache.findAll({ type: 'inactive', predicate: isFound })
  const latestFirst = found.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of latestFirst.slice(REMEMBERED)) cache.remove(query)
}
