import { useLocation, useNavigate } from 'react-router-dom'
import { addressOf, dashboardAt } from '../dashboard-address.ts'

/** In the state of a step of history that opened details: Back leads to where they were not open. */
const OPENED = { detailsOpened: true }

const isOpened = (state: unknown) =>
  typeof state === 'object' && state !== null && 'detailsOpened' in state && state.detailsOpened === true

/**
 * Whose details are open, by the address. Opening them is a step of history, and closing takes it back; where the page
 * came with them, closing leaves no step behind that would open them again.
 */
export function useDetails() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const address = addressOf(search)
  return {
    id: address.appointment,
    open: (id: string) =>
      void navigate(dashboardAt({ ...address, appointment: id }), { state: { ...state, ...OPENED } }),
    close: () => {
      if (isOpened(state)) void navigate(-1)
      else void navigate(dashboardAt({ ...address, appointment: null }), { replace: true, state })
    },
  }
}
