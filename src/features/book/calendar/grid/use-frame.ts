import { type RefObject, useLayoutEffect, useRef } from 'react'
import { limited } from '../../../../device/limited.ts'
import type { Span } from '../../day/spans.ts'

/** A lower window scrolls as a page, in pixels. */
const LEAST_PX = 320

/** Lets what stands under the head of the page reach down to the lower edge of the window and no further. */
export function useReach(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = frame.current
    if (!here) return
    const fit = () => {
      const top = here.getBoundingClientRect().top + scrollY
      here.style.maxHeight = `max(${LEAST_PX}px, calc(100dvh - ${Math.round(top)}px))`
    }
    fit()
    const onResize = limited(fit)
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('resize', onResize)
      onResize.cancel()
    }
  })
}

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
    const first = here.querySelector('.corner')?.getBoundingClientRect().right
    here.scrollLeft = today === undefined || first === undefined ? 0 : here.scrollLeft + today - first
  })
}
