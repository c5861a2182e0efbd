import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Paging } from '../../../contract/envelope.ts'

/** How many pages a list has, by those that have been fetched; 0: none has been. @param pages where their keys begin */
export function useKnownPages(pages: QueryKey): number {
  const fetched = useQueryClient().getQueriesData<{ paging: Paging }>({ queryKey: pages })
  return Math.max(0, ...fetched.map(([, page]) => page?.paging.totalPages ?? 0))
}
