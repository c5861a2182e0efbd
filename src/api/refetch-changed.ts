import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Fetches the lists of an own change again, after the server's answer or without one. Answers requested before are
 * dropped: they would show the old state and count as fresh. By itself the library makes no second call while a
 * list's first one is in flight, and accepts one for a list that is no longer shown.
 * @returns when the shown lists are fetched
 */
export async function refetchChanged(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
