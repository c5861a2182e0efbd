import { useEffect, useState } from 'react'

/** How long a notice is shown, in milliseconds. */
const SHOWN_FOR_MS = 10_000

/** A sentence that is shown for some seconds, empty otherwise, and a way to show one. */
export function useNotice(): [notice: string, show: (sentence: string) => void] {
  // An object, so that the same sentence again is shown for its full time.
  const [shown, setShown] = useState<{ sentence: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return [shown?.sentence ?? '', (sentence) => setShown({ sentence })]
}
