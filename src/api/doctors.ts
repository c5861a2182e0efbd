import { queryOptions } from '@tanstack/react-query'
import { DoctorsAnswer } from '../../contract/catalog.ts'
import { call, LIST_TIMEOUT_MS } from '../http/client.ts'
import { keptList, listQuery } from './list-query.ts'

export const doctorQueries = {
  /** The doctors of a location; the unusual method is the specification's (section 7). */
  list: (location: string) =>
    queryOptions({
      ...listQuery,
      queryKey: ['doctors', location],
      queryFn: async ({ signal }) => {
        const { data } = await call(DoctorsAnswer, {
          method: 'PATCH',
          path: '/fetch/doctors',
          body: { location },
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        })
        return data
      },
      ...keptList,
      staleTime: 10 * 60_000,
    }),
}
