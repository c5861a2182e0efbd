/**
 * Calls the listener when another tab stores or removes a key, or clears its storage.
 * @param listener gets the new text, or null, and the storage area
 * @returns unsubscribes
 */
export function onStoredElsewhere(
  key: string,
  listener: (text: string | null, area: Storage | null) => void,
): () => void {
  const listen = ({ key: changed, newValue, storageArea }: StorageEvent) => {
    // Clearing the whole storage sends an event without a key.
    if (changed === key || changed === null) listener(newValue, storageArea)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
