import { useAtomValue } from 'jotai'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { clinic } from '../../clinic.ts'
import { authUserAtom } from '../../session/session-atoms.ts'

const isListed = (code: string | null | undefined): code is string =>
  code === ALL_LOCATIONS || clinic.locations.some((location) => location.code === code)

/**
 * The code of the location whose appointments are shown, or 'all': the one that the address says, else the staff
 * member's (specification, section 2), else all. A search is over all locations. A location that the clinic does not
 * have, or no longer, counts as not said.
 * @param said in the address; empty: nothing
 */
export function useShownLocation(said: string, search: string | null = null): string {
  const own = useAtomValue(authUserAtom)?.location
  return [said, search === null ? own : ALL_LOCATIONS].find(isListed) ?? ALL_LOCATIONS
}
