/** `top` in pixels on the screen. */
export type Place = { id: string; top: number }

/**
 * Positions of the rows: first the one being read, then those after it, then those before it, nearest first. The row
 * being read has the focus or an open menu, else the pointer, else it is the first one on the screen.
 */
export function placesOf(list: HTMLElement): Place[] {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const read = rows.indexOf(beingRead(list, rows) as HTMLElement)
  const start = Math.max(0, read)
  return [...rows.slice(start), ...rows.slice(0, start).reverse()].map((row) => ({
    id: row.dataset.row ?? '',
    top: row.getBoundingClientRect().top,
  }))
}

function beingRead(list: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const { top: headTop = 0, bottom: headBottom = 0 } =
    list.querySelector('thead th')?.getBoundingClientRect() ?? {}
  // A sticky head covers the rows under it; one that is scrolled away does not.
  const from = headTop >= 0 ? headBottom : 0
  const isOnScreen = (row: HTMLElement) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > from && top < innerHeight
  }
  // A focus that was scrolled away from is where somebody was, not where they are.
  return (
    rows.find((row) => isWorkedAt(row) && isOnScreen(row)) ??
    rows.find((row) => row.matches(':hover')) ??
    rows.find(isOnScreen)
  )
}

/** Whether the focus is in a row or in the menu opened from it. */
const isWorkedAt = (row: HTMLElement) =>
  row.matches(':focus-within') || row.querySelector('[aria-expanded=true]') !== null
