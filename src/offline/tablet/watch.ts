import { isTablet, tabletMark } from '../../device/tablet/mark.ts'
import { refreshTablet } from '../../device/worker.ts'
import { type Contact, contactServer } from './contact.ts'

/** Interval while the page is visible, in milliseconds. */
const EVERY_MS = 60_000

/**
 * Asks the server what this tablet may keep: now, when the connection or somebody's eye is back, and every minute while
 * the page is visible. Once that is done the tablet refreshes what it stores. In a browser that is no tablet it does
 * nothing.
 * @param contact asks, and does what the answer says
 * @param refresh is called each time; how often there is something to fetch is its own matter
 * @returns stops it
 */
export function watchTablet(
  contact: () => Promise<Contact> = contactServer,
  refresh: () => Promise<void> = refreshTablet,
): () => void {
  let asking: Promise<unknown> | undefined
  const ask = () => {
    if (asking || tabletMark() === null || document.visibilityState !== 'visible') return
    // A database that is unreadable now may be readable in a minute.
    asking = contact()
      .then((said) => (said === 'told' && isTablet() ? refresh() : undefined))
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
