import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { clinic } from '../../clinic.ts'
import { addressOf, correctedLocation, type DashboardAddress, dashboardAt } from './dashboard-address.ts'

type Go = (change: Partial<DashboardAddress>, options?: { replace?: boolean }) => void

/**
 * What the address says the dashboard shows, and a way to change parts of it: a step of history each, so that Back
 * undoes it, unless it is to replace the present one. What is searched for (search-state.ts) goes along.
 */
export function useDashboardAddress(): [DashboardAddress, Go] {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const go = useCallback<Go>(
    // From where the page is by now: of two quick choices the second must not be made from before the first.
    (change, { replace = false } = {}) =>
      void navigate(dashboardAt({ ...addressOf(window.location.search), ...change }), { replace, state }),
    [navigate, state],
  )
  return [addressOf(search), go]
}

/** Puts right what the address says of a location, without a step of history: so it can be read and passed on. */
export function useCorrectedLocation(): void {
  const { search } = useLocation()
  const [, go] = useDashboardAddress()
  const location = correctedLocation(search, clinic.locations)
  useEffect(() => {
    if (location !== null) go({ location }, { replace: true })
  }, [location, go])
}
