import { holdLock } from '../device/tabs/locks.ts'

/**
 * Does something in one tab of this browser, and only while that is seen: whoever holds a lock. When the tab is
 * hidden or closed, the next one that is seen begins. Without Web Locks (a page without HTTPS) each tab does it.
 * @param name of the lock
 * @param begin is called when this tab's turn has come, and returns what ends it
 * @returns a function that ends it
 */
export function inOneTab(name: string, begin: () => () => void): () => void {
  let leave = () => {}
  const look = () => {
    leave()
    leave = document.visibilityState === 'visible' ? holdLock(name, begin) : () => {}
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}
