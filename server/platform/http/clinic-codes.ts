import type { FieldMessage } from '../../../contract/fields.ts'
import type { Clinic, ClinicLocation, Service } from '../../../domain/clinic.ts'
import { normaliseLocation } from '../../../domain/locations.ts'
import { doctorsFor, isDoneBy } from '../../../domain/services.ts'
import { invalidInput } from './failure.ts'

/** Resolves a location. @throws HttpFailure 400 for any other text, 'all' included */
export function knownLocation(clinic: Clinic, text: string): ClinicLocation {
  const code = normaliseLocation(text, clinic.locations)
  const location = clinic.locations.find((candidate) => candidate.code === code)
  if (!location) throw invalidInput({ location: 'location_unknown' })
  return location
}

/**
 * The codes that texts mean, in the clinic's order. @throws HttpFailure 400 for a location that the clinic does not have,
 * 'all' included
 */
export function knownCodes({ locations }: Pick<Clinic, 'locations'>, texts: readonly string[]): string[] {
  const codes = texts.map((text) => normaliseLocation(text, locations))
  const known = locations.map(({ code }) => code).filter((code) => codes.includes(code))
  if (codes.some((code) => code === null || !known.includes(code)))
    throw invalidInput({ locations: 'location_unknown' })
  return known
}

/**
 * The service that a caller names; null: none.
 * @throws HttpFailure 400 for one that the clinic does not have
 */
export function knownService(clinic: Clinic, id: string | null | undefined): Service | null {
  if (id === null || id === undefined) return null
  const service = clinic.services.find((candidate) => candidate.id === id)
  if (!service) throw invalidInput({ serviceId: 'service_unknown' })
  return service
}

/**
 * The mistake in a doctor at a location; null: none.
 * @param service of the doctor; null: any
 */
export function wrongDoctor(
  clinic: Pick<Clinic, 'doctors'>,
  id: string | null | undefined,
  { location, service }: { location: string; service: Service | null },
): Extract<FieldMessage, 'doctor_unknown' | 'doctor_not_for_service'> | null {
  if (id === null || id === undefined) return null
  if (!doctorsFor(clinic, location).some((doctor) => doctor.id === id)) return 'doctor_unknown'
  return isDoneBy(service, id) ? null : 'doctor_not_for_service'
}

/** The answer of PATCH /fetch/doctors for a location. */
export const doctorsAnswer = (clinic: Clinic, locationCode: string, service: Service | null = null) => ({
  success: true as const,
  data: doctorsFor(clinic, locationCode, service).map(({ id, name, department, openingHours }) => {
    const own = openingHours?.[locationCode]
    return { id, name, department, ...(own && { openingHours: own.map((periods) => [...periods]) }) }
  }),
})
