import { clearStore, forgetFormerStore, type StoredKey, setStoredKey, storedKey } from '../../seal/store.ts'
import { latestSealKeyId, setSealKey } from './seal-key.ts'
import { mayHavePages, STORED_MARK } from './stored-mark.ts'

/*
 * The page's side of the sealed answers on this device: it sets the current key and deletes. The service worker stores
 * them (sw/seal-answers.ts). The transactions set and remove the mark, so that no answer is stored without it.
 */

/**
 * Makes a key the current one and deletes pages sealed for another.
 * @throws when the browser refuses storage: then nothing is stored, since nothing could be deleted
 */
export function holdPagesKey(key: StoredKey): Promise<void> {
  forgetFormerStore()
  return setStoredKey(key, () => localStorage.setItem(STORED_MARK, '1'))
}

/**
 * Deletes all pages. A write under way stores nothing after it.
 * @param ofThisTab true: not those of another session, which other tabs may have begun meanwhile
 */
export async function clearPages({ ofThisTab = false } = {}): Promise<void> {
  const only = ofThisTab ? (latestSealKeyId() ?? undefined) : undefined
  setSealKey(null)
  if (!mayHavePages()) return
  forgetFormerStore()
  await clearStore({ only, within: removeMark })
}

function removeMark(): void {
  try {
    localStorage.removeItem(STORED_MARK)
  } catch {
    // Only a mark: the next start checks again.
  }
}

/** Id of the staff member whose pages are on this device; null: none. */
export const pagesOwner = async (): Promise<string | null> =>
  mayHavePages() ? ((await storedKey())?.owner ?? null) : null

/**
 * Version of the owner's rights under which the pages are stored; null: none, or stored before there were versions.
 */
export const pagesRights = async (): Promise<number | null> =>
  mayHavePages() ? ((await storedKey())?.rightsVersion ?? null) : null
