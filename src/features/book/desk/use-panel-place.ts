import { type RefObject, useLayoutEffect } from 'react'
import { throttle } from '../../../device/throttle.ts'
import { partsIn } from '../state/parts.ts'

const GAP_PX = 8

/** Puts the panel beside the hole it is about, inside the window; without one to the right. */
export function usePanelPlace(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = panel.current
    if (!here) return
    const put = () => {
      const hole = partsIn(document, 'gap')
        .find((each) => 'chosen' in each.dataset)
        ?.getBoundingClientRect()
      const { width, height } = here.getBoundingClientRect()
      const right = hole ? hole.right + GAP_PX : innerWidth - width - 24
      const left = hole && right + width > innerWidth - GAP_PX ? hole.left - GAP_PX - width : right
      const top = hole ? hole.top + hole.height / 2 - height / 2 : 108
      const clamp = (value: number, most: number) => Math.max(GAP_PX, Math.min(value, most - GAP_PX))
      here.style.left = `${clamp(left, innerWidth - width)}px`
      here.style.top = `${clamp(top, innerHeight - height)}px`
    }
    put()
    const again = throttle(put)
    // What is typed makes it higher.
    const observer = new ResizeObserver(again)
    observer.observe(here)
    addEventListener('resize', again)
    return () => {
      observer.disconnect()
      removeEventListener('resize', again)
      again.cancel()
    }
  }, [panel])
}
