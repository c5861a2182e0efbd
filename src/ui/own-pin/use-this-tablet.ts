import { useEffect, useState } from 'react'
import { onLock, thisTablet } from '../../offline/tablet/index.ts'

export type ThisTablet = NonNullable<Awaited<ReturnType<typeof thisTablet>>>

/** The tablet that this browser is, as it changes; null: none; undefined: not known yet. */
export function useThisTablet(): ThisTablet | null | undefined {
  const [tablet, setTablet] = useState<ThisTablet | null>()
  useEffect(() => {
    let isGone = false
    const read = async () => {
      // Without storage it can't be one.
      const found = await thisTablet().catch(() => null)
      if (!isGone) setTablet(found)
    }
    void read()
    // Set up and deletion, in any tab or by the server, both lock the tablet.
    const stop = onLock(() => void read())
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return tablet
}
