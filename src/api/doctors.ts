import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { DoctorsAnswer } from '../../contract/catalog.ts'
import type { StoredCall } from '../../contract/seal.ts'
import { sealHeader } from '../device/seal-key.ts'
import { call, LIST_TIMEOUT_MS } from '../http/client.ts'
import type { Answered } from './answered.ts'
import { listQuery, storedList } from './list-query.ts'
import { SEALED } from './stored-query.ts'

export const doctorQueries = {
  /**
   * The doctors of a location, or of them those who do a service; the unusual method is the specification's (section 7).
   * @param serviceId empty: any service
   */
  list: (location: string, serviceId = '') =>
    queryOptions({
      ...listQuery,
      queryKey: ['doctors', location, ...(serviceId ? [serviceId] : [])],
      queryFn: async ({ signal }) => {
        const body = { location, ...(serviceId && { serviceId }) }
        const question = { method: 'PATCH', path: '/fetch/doctors', body } as const
        const { data } = await call(DoctorsAnswer, {
          ...question,
          headers: sealHeader(question),
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        })
        return data
      },
      ...storedList,
      // Stored sealed besides, for a version that does not read the public lists of this one.
      meta: serviceId ? storedList.meta : { ...storedList.meta, ...SEALED },
      staleTime: 10 * 60_000,
    }),
}

const DoctorsRequest = v.object({ location: v.string(), serviceId: v.optional(v.string()) })

/** The query that a cached list of doctors answers. */
export function doctorsOf(_staffId: string, { path, body }: StoredCall, answer: unknown): Answered[] {
  if (path !== '/fetch/doctors') return []
  const [request, doctors] = [v.safeParse(DoctorsRequest, body), v.safeParse(DoctorsAnswer, answer)]
  if (!request.success || !doctors.success) return []
  return [
    {
      queryKey: doctorQueries.list(request.output.location, request.output.serviceId).queryKey,
      data: doctors.output.data,
    },
  ]
}
