import { useEffect } from 'react'
import { tabletMark } from '../device/tablet/mark.ts'

/**
 * On a reception tablet the server is asked what may be kept (tablet/watch.ts) for as long as the component is there.
 * Any other browser does not even fetch the code for it.
 */
export function useTabletWatch(): void {
  useEffect(() => {
    if (tabletMark() === null) return
    let isGone = false
    let stop = () => {}
    const watch = async () => {
      const { watchTablet } = await import('./tablet/index.ts')
      if (!isGone) stop = watchTablet()
    }
    // Without a connection the code may not be had either, and then there is nobody to ask.
    watch().catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [])
}
