/**
 * Calls the listener when another tab has stored something under a key, removed it, or emptied its storage.
 * @param listener gets the text that is stored now, or null, and where
 * @returns stops it
 */
export function onStoredElsewhere(
  key: string,
  listener: (text: string | null, area: Storage | null) => void,
): () => void {
  const listen = ({ key: changed, newValue, storageArea }: StorageEvent) => {
    // Emptying the whole storage is told without a key.
    if (changed === key || changed === null) listener(newValue, storageArea)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
