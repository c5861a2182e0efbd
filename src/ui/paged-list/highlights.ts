import { atom, useAtomValue } from 'jotai'
import { store } from '../../session/store.ts'

/** How long a row is highlighted, in milliseconds, once the page can be seen. */
const HIGHLIGHTED_FOR_MS = 10_000

/** What has just happened to a row in the eyes of whoever looks at the page. */
export type Highlight = 'new' | 'changed'

/** By the id of the row. What paging brings up is not among them. */
const highlightsAtom = atom<ReadonlyMap<string, Highlight>>(new Map<string, Highlight>())

/** Highlights rows for some seconds. */
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

/** Which of the highlights of a row are shown: a cancelled appointment, say, is not called new. */
export type ShownHighlight<Row> = (row: Row, highlight: Highlight) => boolean

/** Shows whatever there is. */
export const allHighlights = () => true

/** The highlight of a row just now. */
export function useShownHighlight<Row extends { id: string }>(row: Row, isShown: ShownHighlight<Row>) {
  const highlight = useAtomValue(highlightsAtom).get(row.id)
  return highlight && isShown(row, highlight) ? highlight : undefined
}
