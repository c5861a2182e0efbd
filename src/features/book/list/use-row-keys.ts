import { useEffect } from 'react'

const ROW = '[data-row]'
/** The link of a row to its appointment. */
export const OPENS_ROW = 'data-opens'
const OPENER = `[${OPENS_ROW}]`
const INTERACTIVE = 'a, button, input, label, select'

/**
 * The arrow keys go from row to row, and from the search box to the first one. A press on a row opens it, as its link
 * does: a link over the whole of it would lie over its text and its other links.
 */
export function useRowKeys(list: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const openers = () => [...(list.current?.querySelectorAll<HTMLElement>(OPENER) ?? [])]
    const openerIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>(OPENER)

    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || defaultPrevented) return
      if (!(target instanceof Element)) return
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step === 0) return
      const row = list.current?.contains(target) ? target.closest(ROW) : null
      const isSearch = step === 1 && target.matches('header [type=search]')
      if (!row && !isSearch) return
      const all = openers()
      const next = isSearch ? all[0] : all[all.indexOf(openerIn(row) as HTMLElement) + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    const onClick = ({ target, detail, button }: MouseEvent) => {
      // The second half of a double click was meant for what was there before, or chooses a word.
      if (button !== 0 || detail > 1 || !(target instanceof Element) || target.closest(INTERACTIVE)) return
      const row = list.current?.contains(target) ? target.closest(ROW) : null
      if (row && getSelection()?.type !== 'Range') openerIn(row)?.click()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('click', onClick)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('click', onClick)
    }
  }, [list])
}
