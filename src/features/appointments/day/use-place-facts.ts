import { useQueries } from '@tanstack/react-query'
import { availabilityQueries } from '../../../api/availability.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { clinic } from '../../../clinic.ts'
import type { ColumnDoctor } from './arrange-day.ts'

const OFFERED_ANEW_MS = 60_000

/** What the columns of a location are made of, besides its appointments. */
export type PlaceFacts = {
  /** Who works there; empty when it cannot be had, and the doctors of the appointments stand alone. */
  doctors: readonly ColumnDoctor[]
  /** Times that can still be booked, 'HH:mm' in clinic time; empty when it cannot be had, and no time is called free. */
  offered: readonly string[]
}

/**
 * Doctors and free times of locations on a day, by code; null before it is known who works there.
 * @param wanted false: nothing is asked
 */
export function usePlaceFacts(codes: readonly string[], day: string, today: string, wanted: boolean) {
  // One that the clinic no longer has works for nobody.
  const known = codes.filter((code) => clinic.locations.some((location) => location.code === code))
  const doctors = useQueries({
    queries: known.map((code) => ({ ...doctorQueries.list(code), enabled: wanted })),
  })
  const offered = useQueries({
    queries: known.map((code) => ({
      ...availabilityQueries.days({ location: code, doctorId: '', from: day, to: day }),
      enabled: wanted && day >= today,
      refetchInterval: OFFERED_ANEW_MS,
    })),
  })
  if (doctors.some(({ isPending }) => isPending)) return null
  return new Map<string, PlaceFacts>(
    known.map((code, i) => [
      code,
      { doctors: doctors[i]?.data ?? [], offered: offered[i]?.data?.[0]?.slots ?? [] },
    ]),
  )
}
