import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, useLayoutEffect } from 'react'
import { bookingAtom } from '../state/booking-atom.ts'
import { CodeEntry } from './code-entry.tsx'
import { ContactEntry } from './contact-entry.tsx'
import { NameChoice } from './name-choice.tsx'
import { pendingAtom } from './pending-atom.ts'
import { VerifiedNote } from './verified-note.tsx'
import { verifyAtom } from './verify-atom.ts'

type Props = {
  /** Goes on to step 2 as whoever one is. */
  onPersonal: () => void
  onVisitor: () => void
}

/** The way of registered patients through step 1: a chunk of its own, with its texts. */
export function Verification({ onPersonal, onVisitor }: Props) {
  const { patient, ownerId } = useAtomValue(bookingAtom)
  const [state, dispatch] = useAtom(verifyAtom)
  const setPending = useSetAtom(pendingAtom)
  useLayoutEffect(() => setPending(state.stage !== 'contact'), [state.stage, setPending])

  function goOnAsVisitor({ detail }: MouseEvent) {
    // The second of a double press was meant for what had been there.
    if (detail > 1) return
    dispatch({ type: 'left' })
    onVisitor()
  }

  if (patient) return <VerifiedNote patient={patient} onContinue={onPersonal} />
  switch (state.stage) {
    case 'contact':
      return <ContactEntry autoFocus={ownerId === null} onVisitor={goOnAsVisitor} />
    case 'choice':
      return <NameChoice state={state} />
    case 'code':
      return <CodeEntry state={state} onVisitor={goOnAsVisitor} />
  }
}
