import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether an element is at least so wide, in pixels. Its own width counts and not the window's: the shell's menu may
 * stand beside it.
 */
export function useFits(px: number): [place: RefObject<HTMLDivElement | null>, fits: boolean] {
  const place = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(() => innerWidth >= px)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => setFits(element.clientWidth >= px)
    // Before anything is painted; from then on only when it changes.
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [px])
  return [place, fits]
}
