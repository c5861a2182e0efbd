/** In local storage: there may be stored pages, so that a start without a session need not open a database to know. */
export const STORED_MARK = 'storedPages'

/** Cheap, since the booking page asks it too. */
export function mayHavePages(): boolean {
  try {
    return localStorage.getItem(STORED_MARK) !== null
  } catch {
    return false
  }
}
