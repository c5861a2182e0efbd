import { type RefObject, useLayoutEffect } from 'react'
import { throttle } from '../device/throttle.ts'

/** A lower window scrolls as a page, in pixels. */
const LEAST_PX = 320

/** Limits an element below the head of the page to the lower edge of the window. */
export function useReach(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = frame.current
    if (!here) return
    const fit = () => {
      const top = here.getBoundingClientRect().top + scrollY
      here.style.maxHeight = `max(${LEAST_PX}px, calc(100dvh - ${Math.round(top)}px))`
    }
    fit()
    const onResize = throttle(fit)
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('resize', onResize)
      onResize.cancel()
    }
  })
}
