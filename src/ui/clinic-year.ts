import { clinicDate } from '../../domain/clinic-time.ts'

/** Needs the zone's rules around New Year only, since a slow phone takes a tenth of a second to load them. */
export function clinicYear(now: Date, timeZone: string): number {
  const day = now.toISOString().slice(5, 10)
  if (day !== '12-31' && day !== '01-01') return now.getUTCFullYear()
  return Number(clinicDate(now, timeZone).slice(0, 4))
}
