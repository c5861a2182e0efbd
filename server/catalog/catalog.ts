import type { Clinic, ClinicLocation, Doctor } from '../../domain/clinic.ts'
import { normaliseLocation } from '../../domain/locations.ts'
import { invalidInput } from '../http/failure.ts'

/** Resolves a location. @throws HttpFailure 400 for any other text, 'all' included */
export function knownLocation(clinic: Clinic, text: string): ClinicLocation {
  const code = normaliseLocation(text, clinic.locations)
  const location = clinic.locations.find((candidate) => candidate.code === code)
  if (!location) throw invalidInput({ location: 'location_unknown' })
  return location
}

/** In the order of clinic.config.ts. */
export function doctorsOf(clinic: Clinic, locationCode: string): Doctor[] {
  return clinic.doctors.filter((doctor) => doctor.location === locationCode)
}

/** What PATCH /fetch/doctors answers of a location. */
export const doctorsAnswer = (clinic: Clinic, locationCode: string) => ({
  success: true as const,
  data: doctorsOf(clinic, locationCode).map(({ id, name, department }) => ({ id, name, department })),
})
