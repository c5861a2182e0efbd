import type { Query, QueryClient } from '@tanstack/react-query'

/** In the `meta` of what a search has found. */
export const SEARCHED = { searched: true } as const

/** What so many searches have found stays in a tab's memory; a page counts as one. */
const REMEMBERED = 20

const isFound = ({ meta, state }: Query) => meta?.searched === true && state.fetchStatus === 'idle'

/** Forgets what was found before the latest searches, unless it is on the screen. */
export function forgetOldSearches(client: QueryClient): void {
  const cache = client.getQueryCache()
  const found = cache.findAll({ type: 'inactive', predicate: isFound })
  const latestFirst = found.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of latestFirst.slice(REMEMBERED)) cache.remove(query)
}
