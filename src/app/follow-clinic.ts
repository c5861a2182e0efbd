import { CLINIC_CHANGED } from '../../contract/clinic-changed.ts'
import { clinicFailedAtom, refreshClinic } from '../clinic.ts'
import { store } from '../store.ts'

/** How often the clinic's facts are asked for while a page is visible, and at most when it becomes so, in milliseconds. */
const AGAIN_MS = 10 * 60_000
const SOONEST_MS = 60_000

/**
 * Has an open page follow the clinic's facts: when it becomes visible, while it stays so, when the connection is back, and
 * when the worker, which answers with what it has stored, has found newer ones (sw/clinic-facts.ts).
 */
export function followClinic(): void {
  let askedAt = Date.now()
  const again = () => {
    askedAt = Date.now()
    // What is known stays when it fails.
    refreshClinic().catch(() => {})
  }
  const refreshIfOld = () => {
    if (!document.hidden && Date.now() - askedAt >= SOONEST_MS) again()
  }
  document.addEventListener('visibilitychange', refreshIfOld)
  setInterval(refreshIfOld, AGAIN_MS)
  addEventListener('online', () => {
    if (store.get(clinicFailedAtom)) again()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === CLINIC_CHANGED) again()
  })
}
