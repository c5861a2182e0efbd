import { CLINIC_CHANGED } from '../../contract/clinic-changed.ts'
import { clinicFailedAtom, refreshClinic } from '../clinic.ts'
import { store } from '../store.ts'

/**
 * Interval of refreshes of the clinic's facts while a page is visible, and minimum age when it becomes so, in
 * milliseconds.
 */
const AGAIN_MS = 10 * 60_000
const SOONEST_MS = 60_000

/**
 * Refreshes the clinic's facts in an open page: when it becomes visible, at intervals, on reconnect, and when the
 * service worker has found newer ones (sw/clinic-facts.ts).
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
