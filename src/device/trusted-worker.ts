/** The service worker, and the worker that finds proofs by its hashed name. */
const OURS = /^\/(?:sw|assets\/proof-worker-[\w-]+)\.js$/

let policy: { createScriptURL: (address: string) => string } | undefined

/**
 * A worker's address as a trusted type; the content policy admits no other address (docs/decisions/018).
 * @throws TypeError for an address that is none of ours, where the browser has trusted types
 */
export function trustedWorker(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('worker', {
    createScriptURL: (url) => (OURS.test(url) ? url : null),
  })
  return policy?.createScriptURL(address) ?? address
}
