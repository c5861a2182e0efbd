import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useReach } from '../../../../ui/use-reach.ts'
import type { Span } from '../../day/spans.ts'
import { partIn } from '../../state/parts.ts'

/**
 * Lets the calendar reach down to the lower edge of the window and scroll in itself, so that heads and axis stay, and
 * opens it so that the present time stands in the upper third, and a week with today at its left.
 * @param question what is shown; another one is scrolled anew
 * @param now minutes of the day; null: today is not shown
 */
export function useFrame(
  frame: RefObject<HTMLElement | null>,
  { question, now, span, minutePx }: { question: string; now: number | null; span: Span; minutePx: number },
): void {
  useReach(frame)

  const scrolled = useRef('')
  useLayoutEffect(() => {
    const here = frame.current
    if (!here || scrolled.current === question) return
    scrolled.current = question
    here.scrollTop = now === null ? 0 : (now - span.from) * minutePx - here.clientHeight * 0.28
    // A week may be wider than the window.
    const today = here.querySelector('[data-today]')?.getBoundingClientRect().left
    const first = partIn(here, 'corner')?.getBoundingClientRect().right
    here.scrollLeft = today === undefined || first === undefined ? 0 : here.scrollLeft + today - first
  })
}
