/**
 * Does something in one tab of this browser, and only while that is seen: whoever holds a Web Lock. When the tab is
 * hidden or closed, the next one that is seen begins. Without Web Locks (a page without HTTPS) each tab does it.
 * @param name of the lock
 * @param begin is called when this tab's turn has come, and returns what ends it
 * @returns a function that ends it
 */
export function inOneTab(name: string, begin: () => () => void): () => void {
  let leave = () => {}
  const look = () => {
    leave()
    leave = document.visibilityState === 'visible' ? takeTurn(name, begin) : () => {}
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}

function takeTurn(name: string, begin: () => () => void): () => void {
  if (!navigator.locks) return begin()
  const left = new AbortController()
  const turn = () =>
    new Promise<void>((release) => {
      if (left.signal.aborted) return release()
      const end = begin()
      left.signal.addEventListener('abort', () => {
        end()
        release()
      })
    })
  // It is refused only to a page that is going away, and to a tab that does not wait for it any more.
  navigator.locks.request(name, { signal: left.signal }, turn).catch(() => {})
  return () => left.abort()
}
