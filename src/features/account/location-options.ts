import { clinicFacts } from '../../clinic.ts'

/**
 * @param allLocations the text of the empty option, which stands for all locations; null: there is none
 * @param codes the locations that may be chosen; left out: all
 */
export function locationOptions(allLocations: string | null, codes?: readonly string[]) {
  const locations = clinicFacts().locations.filter(({ code }) => codes?.includes(code) ?? true)
  return [
    ...(allLocations === null ? [] : [{ value: '', label: allLocations }]),
    ...locations.map(({ code, name }) => ({ value: code, label: name })),
  ]
}
