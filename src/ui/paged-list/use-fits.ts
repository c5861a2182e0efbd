import { type RefCallback, useCallback, useState } from 'react'
import { limited } from '../limited.ts'

/**
 * Whether an element is at least so wide, in pixels. Its own width counts and not the window's: the shell's menu may
 * stand beside it.
 */
export function useFits(px: number): [place: RefCallback<HTMLElement>, fits: boolean] {
  const [fits, setFits] = useState(() => innerWidth >= px)
  // A ref and not an effect, since the element may come later than what asks for it.
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const look = () => setFits(element.clientWidth >= px)
      // Before anything is painted; from then on only when it changes.
      look()
      const onResize = limited(look)
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
