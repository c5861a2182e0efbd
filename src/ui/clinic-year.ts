/** Needs the zone's rules around New Year only, since a slow phone takes a tenth of a second to load them. */
export function clinicYear(now: Date, timeZone: string): number {
  const day = now.toISOString().slice(5, 10)
  if (day !== '12-31' && day !== '01-01') return now.getUTCFullYear()
  // Not by domain/clinic-time.ts: for these two days it would be in every first load.
  return Number(new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(now))
}
