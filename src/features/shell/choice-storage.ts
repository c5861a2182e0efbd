import { onStoredElsewhere } from '../../device/tabs/storage.ts'

/**
 * Stores one of a few allowed values as JSON. Other stored values count as the default; where the browser refuses its
 * storage, a choice lasts until the page is left.
 * @param area is called at each use: a browser may refuse it with an exception
 */
export function choiceStorage<T>(allowed: readonly T[], area: () => Storage) {
  const read = (text: string | null): T | undefined => {
    if (text === null) return undefined
    try {
      const value = JSON.parse(text)
      return allowed.find((choice) => choice === value)
    } catch {
      return undefined
    }
  }
  return {
    getItem(key: string, initial: T): T {
      return read(attempt(() => area().getItem(key)) ?? null) ?? initial
    },
    setItem(key: string, value: T): void {
      attempt(() => area().setItem(key, JSON.stringify(value)))
    },
    removeItem(key: string): void {
      attempt(() => area().removeItem(key))
    },
    /** Notifies of a choice made in another tab. */
    subscribe(key: string, onChange: (value: T) => void, initial: T): () => void {
      return onStoredElsewhere(key, (text, changed) => {
        if (changed === attempt(area)) onChange(read(text) ?? initial)
      })
    },
  }
}

function attempt<R>(act: () => R): R | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
