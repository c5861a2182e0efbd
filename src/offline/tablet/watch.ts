import { tabletMark } from '../../device/tablet/mark.ts'
import { contactServer } from './contact.ts'

/** Interval while the page is visible, in milliseconds. */
const EVERY_MS = 60_000

/**
 * Asks the server what this tablet may store: now, on reconnect, when the page is shown, and every minute while it is
 * visible. In a browser that is no tablet it does nothing.
 * @returns stops it
 */
export function watchTablet(contact: () => Promise<unknown> = contactServer): () => void {
  let asking: Promise<unknown> | undefined
  const ask = () => {
    if (asking || tabletMark() === null || document.visibilityState !== 'visible') return
    // A database that is unreadable now may be readable in a minute.
    asking = contact()
      .catch(() => {})
      .finally(() => {
        asking = undefined
      })
  }
  ask()
  const timer = setInterval(ask, EVERY_MS)
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    removeEventListener('online', ask)
    document.removeEventListener('visibilitychange', ask)
  }
}
