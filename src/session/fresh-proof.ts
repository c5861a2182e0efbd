/** Asks the person to show that it is them. @returns whether they have */
type AskForProof = () => Promise<boolean>

let host: AskForProof | undefined
let asking: Promise<boolean> | undefined

/** Names who asks on this page, as long as it can. @returns unsubscribes */
export function onProofAsked(ask: AskForProof): () => void {
  host = ask
  return () => {
    if (host === ask) host = undefined
  }
}

/** Asks once for all calls that wait for it; false where no page can ask. */
export function askForProof(): Promise<boolean> {
  if (!host) return Promise.resolve(false)
  asking ??= host().finally(() => {
    asking = undefined
  })
  return asking
}
