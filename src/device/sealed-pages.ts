import { clearStore, forgetFormerStore, holdKey, type StoredKey, storedKey } from '../../seal/store.ts'
import { latestSealKeyId, setSealKey } from './seal-key.ts'
import { mayHavePages, STORED_MARK } from './stored-mark.ts'

/*
 * What a page does to the sealed answers on this device: it says which key holds, and deletes. The service worker stores
 * them (sw/seal-answers.ts). The mark is set and removed within the transactions, so that none is stored without it.
 */

/**
 * Makes a key the one that holds; what was sealed for another one is deleted.
 * @throws where the browser refuses its storage: then nothing is stored, for nobody would delete it
 */
export function holdPagesKey(key: StoredKey): Promise<void> {
  forgetFormerStore()
  return holdKey(key, () => localStorage.setItem(STORED_MARK, '1'))
}

/**
 * Deletes all pages. What is on its way to be stored just now is not stored after it.
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
    // It is only a mark: the next start looks once more.
  }
}

/** Whose pages are on this device: the id of a staff member; null: nobody's. */
export const pagesOwner = async (): Promise<string | null> =>
  mayHavePages() ? ((await storedKey())?.owner ?? null) : null
