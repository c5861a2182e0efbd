/** Flag in localStorage: this browser is a tablet. Saves opening IndexedDB at start. No secret. */
export const TABLET_MARK = 'receptionTablet'

/**
 * 'set_up': a reception tablet, locked or not. 'locked_out': it was one until five wrong PINs, and has yet to tell the
 * server.
 */
export type TabletMark = 'set_up' | 'locked_out'

/** Cheap on purpose, as every staff page asks it at its start. Null: this browser is no tablet. */
export function tabletMark(): TabletMark | null {
  try {
    const text = localStorage.getItem(TABLET_MARK)
    return text === 'set_up' || text === 'locked_out' ? text : null
  } catch {
    // A browser that refuses its storage cannot be one.
    return null
  }
}

/** Whether this browser is a reception tablet; also while it is locked. */
export const isTablet = (): boolean => tabletMark() === 'set_up'

/** @throws when the browser refuses its storage: then it cannot be a tablet */
export const setTabletMark = (mark: TabletMark): void => localStorage.setItem(TABLET_MARK, mark)

export function removeTabletMark(): void {
  try {
    localStorage.removeItem(TABLET_MARK)
  } catch {
    // What was refused is not there either.
  }
}
