/** In local storage: there may be pages, so that a start without a session need not open a database to know. */
export const KEPT_MARK = 'keptPages'

/** Whether there may be pages on this device. Cheap: the booking page asks it too. */
export function mayHavePages(): boolean {
  try {
    return localStorage.getItem(KEPT_MARK) !== null
  } catch {
    return false
  }
}
