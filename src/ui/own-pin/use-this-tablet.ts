import { useEffect, useState } from 'react'
import { onLock, thisTablet } from '../../offline/tablet/index.ts'

export type ThisTablet = NonNullable<Awaited<ReturnType<typeof thisTablet>>>

/** The tablet that this browser is; null: it is none; undefined: not known yet. It follows every change of that. */
export function useThisTablet(): ThisTablet | null | undefined {
  const [tablet, setTablet] = useState<ThisTablet | null>()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      // A browser that does not let us into its storage cannot be one.
      const found = await thisTablet().catch(() => null)
      if (!isGone) setTablet(found)
    }
    void look()
    // Setting it up locks it, and so does deleting it, from whichever tab or by the server's word.
    const stop = onLock(() => void look())
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return tablet
}
