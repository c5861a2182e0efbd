import { useAtomValue } from 'jotai'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { clinic } from '../../clinic.ts'
import { authUserAtom } from '../../session/session-atoms.ts'

const isListed = (code: string | null | undefined): code is string =>
  code === ALL_LOCATIONS || clinic.locations.some((location) => location.code === code)

/**
 * The location of the address, else the staff member's (specification, section 2), else 'all'. A search covers all
 * locations. A location that the clinic does not have counts as missing.
 * @param said in the address; may be empty
 */
export function useShownLocation(said: string, search: string | null = null): string {
  const own = useAtomValue(authUserAtom)?.location
  return [said, search === null ? own : ALL_LOCATIONS].find(isListed) ?? ALL_LOCATIONS
}
