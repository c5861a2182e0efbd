import { type ComponentType, useEffect, useState } from 'react'
import { onProofAsked } from '../session/fresh-proof.ts'
import { lazyModule } from '../ui/lazy.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'

type Props = { onAnswer: (isProven: boolean) => void }

const dialog = lazyModule<ComponentType<Props>>(
  async () => (await import('../features/account/proof-dialog.tsx')).ProofDialog,
)

/** Shows the dialog that asks for a fresh proof, over whatever is open. */
export function ProofHost() {
  const [waiting, setWaiting] = useState<{ answer: (isProven: boolean) => void } | null>(null)
  useEffect(() => {
    let open = (_: boolean) => {}
    const stop = onProofAsked(
      () =>
        new Promise((resolve) => {
          open = resolve
          setWaiting({ answer: resolve })
        }),
    )
    return () => {
      stop()
      // The session has ended meanwhile.
      open(false)
    }
  }, [])
  const answer = (isProven: boolean) => {
    waiting?.answer(isProven)
    setWaiting(null)
  }
  const Dialog = useLazyPart(dialog, waiting !== null, () => answer(false))
  return waiting && Dialog ? <Dialog onAnswer={answer} /> : null
}
