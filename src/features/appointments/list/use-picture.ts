import { type RefObject, useEffect, useRef } from 'react'
import { whenIdle } from '../../../device/when-idle.ts'

/**
 * Keeps a picture of the page for its next start (src/offline/picture).
 * @param isList whether the page shows a list that is stored
 * @param updatedAt when its rows were fetched, in milliseconds since 1970
 * @returns goes onto the page
 */
export function usePicture(isList: boolean, updatedAt: number): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  const latest = useRef(updatedAt)
  useEffect(() => {
    latest.current = updatedAt
  })
  useEffect(() => {
    if (!isList) return
    let stop = () => {}
    let isGone = false
    const keep = async () => {
      const { keepPicture } = await import('../../../offline/picture/keep.ts')
      if (!isGone && page.current) stop = keepPicture(page.current, () => latest.current)
    }
    // Where the code cannot be fetched the next start has none.
    whenIdle(() => void keep().catch(() => {}))
    return () => {
      isGone = true
      stop()
    }
  }, [isList])
  return page
}
