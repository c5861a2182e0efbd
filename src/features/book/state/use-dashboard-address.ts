import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useClinic } from '../../../use-clinic.ts'
import { addressOf, correctedLocation, type DashboardAddress, dashboardAt } from './dashboard-address.ts'

type Go = (change: Partial<DashboardAddress>, options?: { replace?: boolean }) => void

/** Each change is a step of history unless it replaces the present one. A search (search-state.ts) is carried along within a view. */
export function useDashboardAddress(): [DashboardAddress, Go] {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const go = useCallback<Go>(
    // Based on the current location: of two quick choices the second must not start from before the first.
    (change, { replace = false } = {}) =>
      void navigate(dashboardAt({ ...addressOf(window.location.search), ...change }), {
        replace,
        state: change.view ? null : state,
      }),
    [navigate, state],
  )
  return [addressOf(search), go]
}

/** Puts right what the address says of a location, without a step of history: so it can be read and passed on. */
export function useCorrectedLocation(): void {
  const clinic = useClinic()
  const { search } = useLocation()
  const [, go] = useDashboardAddress()
  const location = correctedLocation(search, clinic.locations)
  useEffect(() => {
    if (location !== null) go({ location }, { replace: true })
  }, [location, go])
}
