import { clinic } from '../clinic.ts'

/** The name of a location of the clinic; one that it no longer has goes by its code. */
export function locationName(code: string): string {
  return clinic.locations.find((location) => location.code === code)?.name ?? code.toUpperCase()
}
