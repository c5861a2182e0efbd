/** Flag in localStorage: stored pages may exist. Saves opening IndexedDB at a start without a session. */
export const STORED_MARK = 'storedPages'

/** Cheap, since the booking page asks it too. */
export function mayHavePages(): boolean {
  try {
    return localStorage.getItem(STORED_MARK) !== null
  } catch {
    return false
  }
}
