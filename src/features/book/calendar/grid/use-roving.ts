import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { partAround } from '../../state/parts.ts'

const ITEM = '[data-item]'
const buttonIn = (item: Element | null | undefined) => item?.querySelector<HTMLElement>('button') ?? null

const fromOf = (item: Element) => Number(item.getAttribute('data-from'))

/**
 * The blocks and gaps of a calendar are one stop of the Tab key: the arrow keys go between them, up and down in a
 * column, sideways to what is nearest in time. The present one has its other buttons as stops too.
 */
export function useRoving(frame: RefObject<HTMLElement | null>): void {
  const current = useRef<Element | null>(null)

  const choose = (item: Element | null) => {
    for (const button of current.current?.querySelectorAll('button') ?? []) button.tabIndex = -1
    for (const button of item?.querySelectorAll('button') ?? []) button.tabIndex = 0
    current.current = item
  }

  // After each drawing: what is current may be gone, and new buttons are no stops.
  useLayoutEffect(() => {
    const items = frame.current?.querySelectorAll(ITEM)
    if (!items) return
    const isThere = current.current?.isConnected === true
    choose(
      isThere
        ? current.current
        : (frame.current?.querySelector('[data-item][data-next]') ?? items[0] ?? null),
    )
  })

  useEffect(() => {
    const here = frame.current
    if (!here) return
    const onFocus = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest(ITEM) : null
      if (item && item !== current.current) choose(item)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      const item = event.target instanceof Element ? event.target.closest(ITEM) : null
      const next = item && neighbour(item, event.key)
      if (!next) return
      event.preventDefault()
      buttonIn(next)?.focus()
    }
    here.addEventListener('focusin', onFocus)
    here.addEventListener('keydown', onKeyDown)
    return () => {
      here.removeEventListener('focusin', onFocus)
      here.removeEventListener('keydown', onKeyDown)
    }
  }, [frame])
}

function neighbour(item: Element, key: string): Element | null {
  const column = item.closest('ol')
  const own = [...(column?.querySelectorAll(ITEM) ?? [])]
  const place = own.indexOf(item)
  if (key === 'ArrowDown') return own[place + 1] ?? null
  if (key === 'ArrowUp') return own[place - 1] ?? null
  if (key === 'Home') return own[0] ?? null
  if (key === 'End') return own.at(-1) ?? null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const columns = [...(partAround(column, 'columns')?.querySelectorAll('ol') ?? [])]
  const step = key === 'ArrowLeft' ? -1 : 1
  for (let i = columns.indexOf(column as HTMLOListElement) + step; columns[i]; i += step) {
    const found = nearest([...(columns[i]?.querySelectorAll(ITEM) ?? [])], fromOf(item))
    if (found) return found
  }
  return null
}

function nearest(items: readonly Element[], from: number): Element | null {
  const distance = (item: Element) => Math.abs(fromOf(item) - from)
  return items.reduce<Element | null>(
    (best, item) => (best === null || distance(item) < distance(best) ? item : best),
    null,
  )
}
