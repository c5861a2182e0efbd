import { useAtomValue } from 'jotai'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useShownLocation } from './use-shown-location.ts'

/** Location of a new appointment: the shown one, else one's own. */
export function useDeskLocation(): string {
  const [{ location }] = useDashboardAddress()
  const shown = useShownLocation(location)
  const own = useAtomValue(ownLocationsAtom)
  const first = useAtomValue(authUserAtom)?.location
  if (shown !== ALL_LOCATIONS) return shown
  return own.find(({ code }) => code === first)?.code ?? own[0]?.code ?? ''
}
