import type { StaffAccess } from '../../../contract/staff.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { worksAt } from '../../../domain/doctors.ts'
import { ALL_LOCATIONS, normaliseLocation } from '../../../domain/locations.ts'
import type { RightsHolder } from '../../../domain/rights.ts'
import { invalidInput } from '../../platform/http/failure.ts'

/**
 * A person's new rights, checked against the clinic.
 * @throws HttpFailure 400 for a location or doctor that the clinic does not have, or that is missing
 */
export function accessOf(
  { type, location, locations, doctorId }: StaffAccess,
  clinic: Pick<Clinic, 'locations' | 'doctors'>,
): RightsHolder {
  const field = locations === null ? 'location' : 'locations'
  const codes = codesOf(locations ?? (location === null ? [] : [location]), type, clinic)
  if (codes === null) throw invalidInput({ [field]: 'location_unknown' })
  if (type === 'admin' || type === 'staff') return { type, locations: codes, doctorId: null }
  if (codes.length === 0) throw invalidInput({ locations: 'locations_required' })
  if (type !== 'doctor') return { type, locations: codes, doctorId: null }
  if (doctorId === null) throw invalidInput({ doctorId: 'doctor_required' })
  const doctor = clinic.doctors.find(({ id }) => id === doctorId)
  if (!doctor || !codes.some((code) => worksAt(doctor, code)))
    throw invalidInput({ doctorId: 'doctor_unknown' })
  return { type, locations: codes, doctorId }
}

/** Null: one of them is not the clinic's. 'all' is every one of today, and no choice for admins and staff. */
function codesOf(
  texts: readonly string[],
  type: RightsHolder['type'],
  { locations }: Pick<Clinic, 'locations'>,
): string[] | null {
  const codes: string[] = []
  for (const text of texts) {
    const code = normaliseLocation(text, locations)
    if (code === null) return null
    if (code !== ALL_LOCATIONS) codes.push(code)
    else if (type !== 'admin' && type !== 'staff') codes.push(...locations.map((each) => each.code))
  }
  return [...new Set(codes)]
}
