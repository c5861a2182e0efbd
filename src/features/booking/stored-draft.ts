/** Where a visitor's unfinished booking is kept on the device. */
export const DRAFT_KEY = 'bookingDraft'
const DRAFT_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * Whether this device keeps an unfinished booking younger than 24 hours; an older one is thrown away.
 * Cheap on purpose: the first load asks it before anything else is there to read the draft itself.
 */
export function hasStoredDraft(now = Date.now()): boolean {
  try {
    const text = localStorage.getItem(DRAFT_KEY)
    if (text === null) return false
    const { savedAt } = JSON.parse(text)
    if (typeof savedAt === 'number' && savedAt <= now && now - savedAt < DRAFT_LIFE_MS) return true
    localStorage.removeItem(DRAFT_KEY)
  } catch {
    // No storage (while prerendering, or forbidden by the visitor), or not ours: then there is no draft.
  }
  return false
}
