/** Puts the focus before the buttons of the row that follows one, so that Tab and Enter go down the list. */
export function focusNext(from: Element): void {
  const row = from.closest('.row')
  const rows = [...(from.closest('aside')?.querySelectorAll('.row') ?? [])]
  const at = row ? rows.indexOf(row) : -1
  const next = rows[at + 1] ?? rows[at - 1]
  const target = next?.querySelector<HTMLElement>('.open') ?? from.closest('aside')?.querySelector('h2')
  target?.focus()
}
