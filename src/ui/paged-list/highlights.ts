import { atom, useAtomValue } from 'jotai'
import { store } from '../../store.ts'

/** Duration of a highlight, in milliseconds from when the page is visible. */
const HIGHLIGHTED_FOR_MS = 10_000

export type Highlight = 'new' | 'changed'

/** Highlights by id of the row. Rows that paging brings up have none. */
const highlightsAtom = atom<ReadonlyMap<string, Highlight>>(new Map<string, Highlight>())

export function highlight(ids: readonly string[], as: Highlight): void {
  if (ids.length === 0) return
  change((highlights) => {
    for (const id of ids) highlights.set(id, as)
  })
  const remove = () =>
    change((highlights) => {
      for (const id of ids) highlights.delete(id)
    })
  onceVisible(() => setTimeout(remove, HIGHLIGHTED_FOR_MS))
}

function change(how: (highlights: Map<string, Highlight>) => void): void {
  const highlights = new Map(store.get(highlightsAtom))
  how(highlights)
  store.set(highlightsAtom, highlights)
}

function onceVisible(then: () => void): void {
  if (document.visibilityState === 'visible') then()
  else document.addEventListener('visibilitychange', then, { once: true })
}

/** A cancelled appointment, say, is not called new. */
export type ShownHighlight<Row> = (row: Row, highlight: Highlight) => boolean

export const allHighlights = () => true

/** All of them, for what shows many rows and asks for each. */
export const useHighlights = () => useAtomValue(highlightsAtom)

export function useShownHighlight<Row extends { id: string }>(row: Row, isShown: ShownHighlight<Row>) {
  const highlight = useHighlights().get(row.id)
  return highlight && isShown(row, highlight) ? highlight : undefined
}
