import { tabletMark } from '../../device/tablet/mark.ts'
import { contactServer } from './contact.ts'

/** How often a page that is looked at asks, in milliseconds. */
const EVERY_MS = 60_000

/**
 * Asks the server what this tablet may keep: now, when the connection or somebody's eye is back, and every minute while
 * the page is visible. In a browser that is no tablet it does nothing.
 * @param contact asks, and does what the answer says
 * @returns stops it
 */
export function watchTablet(contact: () => Promise<unknown> = contactServer): () => void {
  let asking: Promise<unknown> | undefined
  const ask = () => {
    if (asking || tabletMark() === null || document.visibilityState !== 'visible') return
    // A database that cannot be read now can be read in a minute.
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
