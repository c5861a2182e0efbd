import { clinicFacts } from '../../clinic.ts'

/**
 * @param allLocations text of the empty option for all locations; null: none
 * @param codes of the locations to choose from; undefined: all
 */
export function locationOptions(allLocations: string | null, codes?: readonly string[]) {
  const locations = clinicFacts().locations.filter(({ code }) => codes?.includes(code) ?? true)
  return [
    ...(allLocations === null ? [] : [{ value: '', label: allLocations }]),
    ...locations.map(({ code, name }) => ({ value: code, label: name })),
  ]
}
