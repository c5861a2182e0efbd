import { onStoredElsewhere } from './tabs/storage.ts'

/** In local storage while requests are noted on this device (asked-store.ts), so that a start need not open a database to know. */
const ASKED_MARK = 'askedRequests'

const listeners = new Set<() => void>()

/** Cheap, since the dashboard asks it at its start. */
export function mayHaveAsked(): boolean {
  try {
    return localStorage.getItem(ASKED_MARK) !== null
  } catch {
    return false
  }
}

/** Calls the listener when requests may have come, changed or gone, in whichever tab. @returns stops it */
export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere(ASKED_MARK, listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** @param mark another text each time, which the other tabs hear of; null: there are none any more */
export function setAskedMark(mark: string | null): void {
  try {
    if (mark === null) localStorage.removeItem(ASKED_MARK)
    else localStorage.setItem(ASKED_MARK, mark)
  } catch {
    // Without it other tabs hear of it when they are opened.
  }
  for (const listener of [...listeners]) listener()
}
