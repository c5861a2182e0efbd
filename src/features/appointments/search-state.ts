/**
 * What the dashboard was opened to search for. It lies in the state of the history entry, which survives a reload and
 * Back, and not in the address: it may be a patient's name. Anything else found there means no search.
 */
export function searchOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('search' in state)) return null
  return typeof state.search === 'string' && state.search.trim() !== '' ? state.search.trim() : null
}
