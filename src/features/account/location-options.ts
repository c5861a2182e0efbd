import { clinic } from '../../clinic.ts'

/** The empty option stands for all locations. */
export function locationOptions(allLocations: string) {
  return [
    { value: '', label: allLocations },
    ...clinic.locations.map(({ code, name }) => ({ value: code, label: name })),
  ]
}
