import { clinicFacts } from '../clinic.ts'

/** The code for a location that the clinic no longer has. */
export function locationName(code: string): string {
  return clinicFacts().locations.find((location) => location.code === code)?.name ?? code.toUpperCase()
}
