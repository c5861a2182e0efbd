import { newKey } from './new-key.ts'

/** Idempotency keys of one form or list of changes. */
export type RequestKeys = {
  /**
   * Sends something under its key: the same is sent under the same key until an answer says that it is done, so that a second
   * press after a lost answer creates nothing twice. What is sent after that, or differs, has another key.
   * @param what tells apart what is sent
   */
  send<T>(what: object, send: (key: string) => Promise<T>): Promise<T>
}

export function requestKeys(): RequestKeys {
  const unanswered = new Map<string, string>()
  return {
    async send(what, send) {
      const said = JSON.stringify(what)
      const key = unanswered.get(said) ?? newKey()
      unanswered.set(said, key)
      const answer = await send(key)
      unanswered.delete(said)
      return answer
    },
  }
}
