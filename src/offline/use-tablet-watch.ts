import { useEffect } from 'react'
import { tabletMark } from '../device/tablet/mark.ts'

/**
 * Watches the tablet while the component is mounted (tablet/watch.ts). Other browsers do not load the code.
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
    // Offline the code may be missing, and the server is unreachable anyway.
    watch().catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [])
}
