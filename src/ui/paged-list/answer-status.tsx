import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { freshnessAtom } from '../../live/live-state.ts'

type Props = {
  /** Only the answer to another question is announced. */
  question: string
  text: string
}

/**
 * Announces the count when the question changes, not when rows change by themselves: NewAppointmentsSpoken and MessageBar
 * announce those. Where no events come, it announces every change.
 */
export function AnswerStatus({ question, text }: Props) {
  const isLive = useAtomValue(freshnessAtom) === 'live'
  const [shown, setShown] = useState({ question, text, isAnnounced: true })
  if (shown.question !== question || shown.text !== text) {
    setShown({ question, text, isAnnounced: shown.question !== question || !isLive })
  }
  // Always present: a live region that is added with its text is not announced.
  return (
    <span role="status" aria-live={shown.isAnnounced ? 'polite' : 'off'}>
      {shown.text}
    </span>
  )
}
