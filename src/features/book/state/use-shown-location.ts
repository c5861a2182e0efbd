import { useAtomValue } from 'jotai'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'

/**
 * The location of the address, else the staff member's (specification, section 2), else 'all'. A search covers all
 * locations. A location that isn't one's own counts as missing, and with a single own location it is always that one.
 * @param said in the address; may be empty
 */
export function useShownLocation(said: string, search: string | null = null): string {
  const first = useAtomValue(authUserAtom)?.location
  const own = useAtomValue(ownLocationsAtom)
  if (own.length === 1) return own[0]?.code ?? ALL_LOCATIONS
  const isListed = (code: string | null | undefined): code is string =>
    code === ALL_LOCATIONS || own.some((location) => location.code === code)
  return [said, search === null ? first : ALL_LOCATIONS].find(isListed) ?? ALL_LOCATIONS
}
