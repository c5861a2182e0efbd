import { clinic } from '../../clinic.ts'

/** The clinic's locations for a select; the empty one stands for all of them. */
export function locationOptions(allLocations: string) {
  return [
    { value: '', label: allLocations },
    ...clinic.locations.map(({ code, name }) => ({ value: code, label: name })),
  ]
}
