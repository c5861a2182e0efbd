/* All tabs share Web Locks, and a closing tab releases its own. Without HTTPS there are none, and tabs act alone. */

export const hasLocks = (): boolean => navigator.locks !== undefined

/**
 * Waits for a lock and holds it; without Web Locks each tab does so at once.
 * @param onHeld runs when this tab gets the lock, and returns its cleanup
 * @returns releases the lock, or stops waiting for it
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

/** The browser refuses a lock to a page that is unloading, and to a tab that stopped waiting. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}

/** Runs once no tab holds the lock, and not at all after the timeout; without Web Locks at once. */
export function onceFree(name: string, timeoutMs: number, then: () => void): void {
  if (!hasLocks()) then()
  else navigator.locks.request(name, { signal: AbortSignal.timeout(timeoutMs) }, then).catch(() => {})
}

/** Number of tabs that hold a lock, this one included; undefined without Web Locks. */
export async function holders(name: string): Promise<number | undefined> {
  if (!hasLocks()) return undefined
  const { held = [] } = await navigator.locks.query()
  return held.filter((lock) => lock.name === name).length
}
