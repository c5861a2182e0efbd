import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { OverviewAnswer } from '../../contract/overview.ts'
import { LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

/** Days 'YYYY-MM-DD' in clinic time, both included; a location's code or 'all'. */
export type OverviewSpan = { location: string; from: string; to: string }

export const overviewQueries = {
  all: () => ['overview'] as const,
  /** The numbers of some days. The id keeps one person's from another's. */
  of: (staffId: string, span: OverviewSpan) =>
    queryOptions({
      ...listQuery,
      queryKey: [...overviewQueries.all(), staffId, span.location, span.from, span.to],
      queryFn: async ({ signal }) => {
        const path = `/overview?${new URLSearchParams(span)}`
        const { data } = await staffCall(OverviewAnswer, {
          method: 'GET',
          path,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        })
        return data
      },
      placeholderData: keepPreviousData,
    }),
}
