import { isTablet } from '../device/tablet/mark.ts'
import { newKey } from '../http/new-key.ts'

/*
 * What the dashboard was opened to search for. It lies in the state of the history entry, which survives a reload and
 * Back, and not in the address: it may be a patient's name. A history outlives its session too, so the search counts
 * for the staff member alone who typed it.
 */

/**
 * Searches of a reception tablet, by the name that replaces them in the history: browsers write its state to disk, in
 * the clear. There a search ends with the page.
 */
const inMemory = new Map<string, string>()

/** A search in a history entry. @param by id of the staff member who searches */
export function searchState(text: string, by: string): { search: string; by: string } {
  if (!isTablet()) return { search: text, by }
  const name = newKey()
  inMemory.set(name, text)
  return { search: name, by }
}

/** Reads the search of a history entry; anything else means none. @param staffId of the signed-in person */
export function searchOf(state: unknown, staffId: string): string | null {
  if (typeof state !== 'object' || state === null || !('search' in state) || !('by' in state)) return null
  if (state.by !== staffId || typeof state.search !== 'string') return null
  const text = isTablet() ? inMemory.get(state.search) : state.search
  return text?.trim() || null
}
