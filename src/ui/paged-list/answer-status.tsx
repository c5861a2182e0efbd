import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { freshnessAtom } from '../../live/live-state.ts'

type Props = {
  /** What is asked. The answer to another question is announced. */
  question: string
  text: string
}

/**
 * What is there, in a few words. They are announced when something else is asked for, and not when they change by
 * themselves: new appointments are told of already (NewAppointmentsSpoken), and so are one's own changes (UndoBar).
 * Where no events come, this is all that tells.
 */
export function AnswerStatus({ question, text }: Props) {
  const isLive = useAtomValue(freshnessAtom) === 'live'
  const [shown, setShown] = useState({ question, text, isAnnounced: true })
  if (shown.question !== question || shown.text !== text) {
    setShown({ question, text, isAnnounced: shown.question !== question || !isLive })
  }
  // Always there: what comes into a live region with its text is not announced.
  return (
    <span role="status" aria-live={shown.isAnnounced ? 'polite' : 'off'}>
      {shown.text}
    </span>
  )
}
