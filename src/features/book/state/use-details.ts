import { useLocation, useNavigate } from 'react-router-dom'
import { addressOf, dashboardAt } from './dashboard-address.ts'

/** State of a history step that opened details: Back leads to where they were closed. */
const OPENED = { detailsOpened: true }

const isOpened = (state: unknown) =>
  typeof state === 'object' && state !== null && 'detailsOpened' in state && state.detailsOpened === true

/** Address of an appointment's details, for a link. */
export function useDetailsLink(): (id: string) => { to: string; state: unknown } {
  const { search, state } = useLocation()
  const address = addressOf(search)
  return (id) => ({ to: dashboardAt({ ...address, appointment: id }), state: { ...state, ...OPENED } })
}

/**
 * Opening details adds a history entry, which closing removes; details that the page opened with are replaced.
 */
export function useDetails() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const address = addressOf(search)
  return {
    id: address.appointment,
    /** Replaces other details without a history entry. */
    open: (id: string) =>
      void navigate(dashboardAt({ ...address, appointment: id }), {
        replace: address.appointment !== null,
        state: address.appointment === null ? { ...state, ...OPENED } : state,
      }),
    close: () => {
      if (isOpened(state)) void navigate(-1)
      else void navigate(dashboardAt({ ...address, appointment: null }), { replace: true, state })
    },
  }
}
