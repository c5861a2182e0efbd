import type { ExportAppointments } from '../../contract/appointments.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { toInstant } from '../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../domain/locations.ts'
import { matching } from './search.ts'

/** Which appointments are meant; the fields of the wire, with the location's code or 'all'. */
export type AppointmentFilter = ExportAppointments & { location: string; search: string | null }

/** A condition in SQL with what its $1, $2, ... stand for; the caller's own values follow after them. */
export type Condition = { text: string; values: unknown[] }

const STATUS = { '1': 'open', '0': 'confirmed' } as const

/**
 * The condition that an appointment `a` (of the table `appointments`) meets the filter. `from` and `to` are days in
 * clinic time, both included. The text depends on which fields are given and never on what anyone typed; the status
 * stands in it as a word, so that the database sees which partial index fits.
 */
export function conditionOf(
  filter: AppointmentFilter,
  { timeZone, country }: Pick<Clinic, 'timeZone' | 'country'>,
): Condition {
  const { location, status, from, to, cancelled, search } = filter
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const parts: string[] = []
  if (location !== ALL_LOCATIONS) parts.push(`a.location = ${value(location)}`)
  if (status !== '') parts.push(`a.status = '${STATUS[status]}'`)
  else if (cancelled !== '1') parts.push(`a.status <> 'cancelled'`)
  if (from !== '') parts.push(`a.starts_at >= ${value(toInstant(from, '00:00', timeZone))}`)
  if (to !== '') parts.push(`a.starts_at < ${value(toInstant(to, '24:00', timeZone))}`)
  if (search !== null) parts.push(matching(search, country, value))
  return { text: parts.join(' AND ') || 'true', values }
}
