import { useQueries } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import type { Service } from '../../../../contract/catalog.ts'
import { serviceQueries } from '../../../api/services.ts'
import { useClinic } from '../../../use-clinic.ts'

/** A service that some doctors do, by their ids. */
export type LimitedService = Pick<Service, 'name'> & { doctors: readonly string[] }

/**
 * The service of an appointment that only some doctors provide; null: all do, or unknown.
 * @param codes of locations, among them the appointments' own
 */
export function useLimitedService(
  codes: readonly string[],
): (row: Pick<Appointment, 'serviceId'>) => LimitedService | null {
  const clinic = useClinic()
  const known = codes.filter((code) => clinic.locations.some((location) => location.code === code))
  const lists = useQueries({ queries: known.map((code) => serviceQueries.all(code)) })
  return ({ serviceId }) => {
    // Where none of its doctors works it is not listed.
    const service = lists.flatMap(({ data = [] }) => data).find(({ id }) => id === serviceId)
    return isLimited(service) ? service : null
  }
}

const isLimited = (service: Service | undefined): service is Service & LimitedService =>
  service !== undefined && service.doctors !== null
