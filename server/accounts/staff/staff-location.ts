import type { ClinicLocation } from '../../../domain/clinic.ts'
import { ALL_LOCATIONS, normaliseLocation } from '../../../domain/locations.ts'
import { invalidInput } from '../../platform/http/failure.ts'

/**
 * The code of a staff member's location, or null for all.
 * @param text any spelling of a location, 'all' or null
 * @throws HttpFailure 400 at the field `location` when the clinic has no such location
 */
export function staffLocation(text: string | null, locations: readonly ClinicLocation[]): string | null {
  if (text === null) return null
  const code = normaliseLocation(text, locations)
  if (code === null) throw invalidInput({ location: 'location_unknown' })
  return code === ALL_LOCATIONS ? null : code
}
