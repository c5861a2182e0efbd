/**
 * What the dashboard was opened to search for. It lies in the state of the history entry, which survives a reload and
 * Back, and not in the address: it may be a patient's name. A history outlives its session too, so the search counts
 * for the staff member alone who typed it. Anything else found there means no search.
 * @param staffId of the one who is signed in
 */
export function searchOf(state: unknown, staffId: string): string | null {
  if (typeof state !== 'object' || state === null || !('search' in state) || !('by' in state)) return null
  if (state.by !== staffId || typeof state.search !== 'string') return null
  return state.search.trim() || null
}
