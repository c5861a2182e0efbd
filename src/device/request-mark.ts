import { onStoredElsewhere } from './tabs/storage.ts'

/** Flag in localStorage: offline requests exist. Saves opening IndexedDB at start (request-store.ts). */
const REQUEST_MARK = 'askedRequests'

const listeners = new Set<() => void>()

/** Cheap, since the dashboard asks it at its start. */
export function mayHaveRequests(): boolean {
  try {
    return localStorage.getItem(REQUEST_MARK) !== null
  } catch {
    return false
  }
}

/** Calls the listener when requests may have come, changed or gone, in whichever tab. @returns stops it */
export function onRequestsChanged(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere(REQUEST_MARK, listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** @param mark another text each time, which the other tabs hear of; null: there are none any more */
export function setRequestMark(mark: string | null): void {
  try {
    if (mark === null) localStorage.removeItem(REQUEST_MARK)
    else localStorage.setItem(REQUEST_MARK, mark)
  } catch {
    // Without it other tabs hear of it when they are opened.
  }
  for (const listener of [...listeners]) listener()
}
