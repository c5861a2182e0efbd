import { queryOptions } from '@tanstack/react-query'
import { ServicesAnswer } from '../../contract/catalog.ts'
import type { AppointmentType } from '../../domain/clinic.ts'
import { call, LIST_TIMEOUT_MS } from '../http/client.ts'
import { listQuery, storedList } from './list-query.ts'

export const serviceQueries = {
  /** All that a location offers. */
  all: (location: string) =>
    queryOptions({
      ...listQuery,
      queryKey: ['services', location, 'all'],
      queryFn: ({ signal }) => services({ location }, signal),
      ...storedList,
      staleTime: 10 * 60_000,
    }),
  /** Services of a location, of one type. */
  list: (location: string, type: AppointmentType) =>
    queryOptions({
      ...listQuery,
      queryKey: ['services', location, type],
      queryFn: ({ signal }) => services({ location, type }, signal),
      ...storedList,
      staleTime: 10 * 60_000,
    }),
}

/** The unusual method is the specification's (section 7). */
async function services(body: { location: string; type?: AppointmentType }, signal: AbortSignal) {
  const { data } = await call(ServicesAnswer, {
    method: 'PUT',
    path: '/fetch/services',
    body,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}
