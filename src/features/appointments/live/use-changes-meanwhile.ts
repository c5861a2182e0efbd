import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { trueTime } from '../../../clock.ts'
import { useWhyNot } from '../../../ui/use-why-not.ts'
import { toldAtom } from '../actions/use-changes.ts'
import type { Listed } from './changes-since.ts'
import { markNews } from './use-news.ts'

type Shown = {
  /** What is asked: of the answer to another question nothing is told. */
  question: string
  /** What is on the screen; undefined: nothing yet. */
  listed: Omit<Listed, 'at'> | undefined
  /** When it was fetched, milliseconds since 1970 by the device's clock. */
  updatedAt: number
  /** Whether the question is for appointments in one state, or for what somebody searches. */
  isFiltered: boolean
}

const ignore = () => {}

/** Once the connection is back: marks and tells what has happened meanwhile to what was on the screen. */
export function useChangesMeanwhile({ question, listed, updatedAt, isFiltered }: Shown): void {
  const isConnected = useWhyNot() === null
  const tell = useSetAtom(toldAtom)
  const seen = useRef<{ question: string; updatedAt: number; listed: Listed }>(undefined)
  useEffect(() => {
    const now = listed && { question, updatedAt, listed: { ...listed, at: trueTime(updatedAt) } }
    if (!isConnected) {
      seen.current = now
      return
    }
    const before = seen.current?.question === question ? seen.current : undefined
    seen.current = before
    if (!before || !now || updatedAt <= before.updatedAt) return
    seen.current = undefined
    // There is a connection to fetch that by; without it nobody is told what has changed.
    import('./changes-since.ts').then(({ changesSince }) => {
      const { fresh, changed, cancelled } = changesSince(before.listed, now.listed, isFiltered)
      markNews(fresh, 'new')
      markNews(changed, 'changed')
      const counts = { fresh: fresh.length, changed: changed.length, cancelled: cancelled.length }
      if (counts.fresh + counts.changed + counts.cancelled > 0) tell({ kind: 'back', ...counts })
    }, ignore)
  }, [isConnected, question, listed, updatedAt, isFiltered, tell])
}
