import { type RefCallback, useCallback, useState } from 'react'
import { throttle } from '../../device/throttle.ts'

/** Whether an element is at least `px` wide. Not the window: the shell's menu may be beside it. */
export function useFits(px: number): [place: RefCallback<HTMLElement>, fits: boolean] {
  const [fits, setFits] = useState(() => innerWidth >= px)
  // A ref and not an effect, since the element may mount later.
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => setFits(element.clientWidth >= px)
      // Before the first paint; afterwards on resize only.
      measure()
      const onResize = throttle(measure)
      const observer = new ResizeObserver(onResize)
      observer.observe(element)
      return () => {
        observer.disconnect()
        onResize.cancel()
      }
    },
    [px],
  )
  return [place, fits]
}
