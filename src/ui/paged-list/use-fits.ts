import { type RefCallback, useCallback, useState } from 'react'
import { throttle } from '../../device/throttle.ts'

/** Measures the element in pixels, and not the window: the shell's menu may be beside it. */
export function useFits(px: number): [place: RefCallback<HTMLElement>, fits: boolean] {
  const [fits, setFits] = useState(() => innerWidth >= px)
  // A ref and not an effect, since the element may mount later.
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const look = () => setFits(element.clientWidth >= px)
      // Before the first paint; afterwards on resize only.
      look()
      const onResize = throttle(look)
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
