import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import { serviceQueries } from '../../../api/services.ts'

/** Who does the service of a visit at a location, by id; null: whoever works there, or nobody knows. */
export function useAbleDoctors(
  location: string,
): (row: Pick<Appointment, 'serviceText'>) => readonly string[] | null {
  const { data } = useQuery(serviceQueries.all(location))
  // A row has its service by name.
  return ({ serviceText }) => data?.find(({ name }) => name === serviceText)?.doctors ?? null
}
