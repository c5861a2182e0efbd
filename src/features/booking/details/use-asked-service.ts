import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Service } from '../../../../contract/catalog.ts'
import { DEFAULT_MINUTES } from '../../../../domain/services.ts'
import { serviceQueries } from '../../../api/services.ts'
import { bookingAtom } from '../state/booking-atom.ts'

/**
 * Service for the queries of doctors and free times; empty for one that every doctor provides in the usual time, so
 * that choosing it fetches nothing again.
 */
export function useAskedService(): string {
  const { location, appointmentType, serviceId } = useAtomValue(bookingAtom).form
  const list = useQuery({
    ...serviceQueries.list(location, appointmentType || 'consultation'),
    enabled: appointmentType !== '',
  })
  return askedService(serviceId, list.data)
}

/** @param services undefined: not known yet */
export function askedService(serviceId: string, services: readonly Service[] | undefined): string {
  const service = services?.find(({ id }) => id === serviceId)
  return service && service.minutes === DEFAULT_MINUTES && service.doctors === null ? '' : serviceId
}
