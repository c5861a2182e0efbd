/*
 * Web Locks, which all tabs of a browser share: the browser gives them on when a tab goes. A page without HTTPS has
 * none; then no tab knows of the others.
 */

export const hasLocks = (): boolean => navigator.locks !== undefined

/**
 * Waits for a lock and holds it; without Web Locks each tab does so at once.
 * @param onHeld is called when this tab holds the lock, and returns what ends with that
 * @returns gives the lock on, or waits for it no more
 */
export function holdLock(name: string, onHeld: () => () => void, mode: LockMode = 'exclusive'): () => void {
  if (!hasLocks()) return onHeld()
  const left = new AbortController()
  const held = () =>
    new Promise<void>((release) => {
      if (left.signal.aborted) return release()
      const end = onHeld()
      left.signal.addEventListener('abort', () => {
        end()
        release()
      })
    })
  navigator.locks.request(name, { mode, signal: left.signal }, held).catch(unlessRefused)
  return () => left.abort()
}

/** A lock is refused to a page that is going away, and to a tab that does not wait for it any more. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}

/** Does something once no tab holds a lock, and not at all when that takes too long; without Web Locks at once. */
export function onceFree(name: string, timeoutMs: number, then: () => void): void {
  if (!hasLocks()) then()
  else navigator.locks.request(name, { signal: AbortSignal.timeout(timeoutMs) }, then).catch(() => {})
}

/** How many tabs hold a lock, this one included; undefined without Web Locks. */
export async function holders(name: string): Promise<number | undefined> {
  if (!hasLocks()) return undefined
  const { held = [] } = await navigator.locks.query()
  return held.filter((lock) => lock.name === name).length
}
