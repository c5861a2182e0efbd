import { useQueries } from '@tanstack/react-query'
import { availabilityQueries } from '../../../api/availability.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { clinic } from '../../../clinic.ts'
import type { ColumnDoctor } from './arrange-day.ts'

const OFFERED_ANEW_MS = 60_000

export type PlaceFacts = {
  /** Who works there; empty when unknown, so that only the doctors of the appointments show. */
  doctors: readonly ColumnDoctor[]
  /** Bookable times, 'HH:mm' in clinic time; empty when unknown, so that no time counts as free. */
  offered: readonly string[]
}

/** By code of location; null before the doctors are known. @param wanted false: nothing is fetched */
export function usePlaceFacts(codes: readonly string[], day: string, today: string, wanted: boolean) {
  // A location that the clinic no longer has has no doctors.
  const known = codes.filter((code) => clinic.locations.some((location) => location.code === code))
  const doctors = useQueries({
    queries: known.map((code) => ({ ...doctorQueries.list(code), enabled: wanted })),
  })
  const offered = useQueries({
    queries: known.map((code) => ({
      ...availabilityQueries.days({ location: code, doctorId: '', serviceId: '', from: day, to: day }),
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
