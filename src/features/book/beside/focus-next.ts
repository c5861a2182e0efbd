import { partAround, partIn, partsIn } from '../state/parts.ts'

/** Focuses the row after this one, before its buttons, so that Tab and Enter go down the list. */
export function focusNext(from: Element): void {
  const list = from.closest('aside')
  const row = partAround(from, 'row')
  const rows = partsIn(list, 'row')
  const at = row ? rows.indexOf(row) : -1
  const next = rows[at + 1] ?? rows[at - 1]
  const target = partIn(next, 'open') ?? list?.querySelector('h2')
  target?.focus()
}
