import { useEffect, useState } from 'react'

const SHOWN_FOR_MS = 10_000

export function useNotice(): [notice: string, show: (sentence: string) => void] {
  // An object, so that a repeated sentence is shown for its full time.
  const [shown, setShown] = useState<{ sentence: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return [shown?.sentence ?? '', (sentence) => setShown({ sentence })]
}
