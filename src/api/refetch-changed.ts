import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for the lists that one's own change is part of, once the server has answered it or nobody knows. Answers that
 * were asked for before are dropped: they would show what was, and count as fresh. By itself the library asks no second
 * time while a list's first answer is on its way, and lets one arrive that nobody looks at any more.
 * @returns when what is on the screen is there again
 */
export async function refetchChanged(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
