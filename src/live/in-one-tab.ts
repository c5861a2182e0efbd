import { holdLock } from '../device/tabs/locks.ts'

/**
 * Runs `begin` in one visible tab at a time (Web Locks). When that tab is hidden or closed, the next visible one begins.
 * Without Web Locks (a page without HTTPS) each tab does.
 * @param name of the lock
 * @param begin called when this tab gets the lock; returns a function that stops the work
 * @returns a function that ends it
 */
export function inOneTab(name: string, begin: () => () => void): () => void {
  let leave = () => {}
  const take = () => {
    leave()
    leave = document.visibilityState === 'visible' ? holdLock(name, begin) : () => {}
  }
  take()
  document.addEventListener('visibilitychange', take)
  return () => {
    document.removeEventListener('visibilitychange', take)
    leave()
  }
}
