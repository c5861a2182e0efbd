import { clinic } from '../../clinic.ts'

/** The clinic's locations for a select; the empty one stands for all of them. */
export function locationOptions(allLocations: string) {
  return [
    { value: '', label: allLocations },
    ...clinic.locations.map(({ code, name }) => ({ value: code, label: name })),
  ]
}

/** A location's name; all of them for null, and the code itself where the clinic no longer has it. */
export function locationName(code: string | null, allLocations: string): string {
  if (code === null) return allLocations
  return clinic.locations.find((location) => location.code === code)?.name ?? code
}
