import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Paging } from '../../../contract/envelope.ts'

/** By those fetched; 0: none was. @param pages where their keys begin */
export function useKnownPages(pages: QueryKey): number {
  const fetched = useQueryClient().getQueriesData<{ paging: Paging }>({ queryKey: pages })
  return Math.max(0, ...fetched.map(([, page]) => page?.paging.totalPages ?? 0))
}
