import { createStore, type UseStore } from 'idb-keyval'

/**
 * A store whose transactions end when their page is frozen. WebKit keeps such a page with its transactions as long as
 * the user may go back to it: no page opened meanwhile would get an answer from the store. An aborted transaction
 * fails, as where the browser refuses its storage.
 */
export function openStore(database: string, name: string): UseStore {
  const inner = createStore(database, name)
  const underWay = new Set<IDBTransaction>()
  // A service worker is never frozen, and Node has no such events.
  globalThis.addEventListener?.('pagehide', (event: Event & { persisted?: boolean }) => {
    if (event.persisted) for (const each of underWay) abort(each)
  })
  return (mode, work) =>
    inner(mode, (at) => {
      underWay.add(at.transaction)
      at.transaction.addEventListener('complete', () => underWay.delete(at.transaction))
      return work(at)
    })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is being committed and no longer needs its page, or was aborted before.
  }
}
