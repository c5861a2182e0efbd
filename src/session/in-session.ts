import { ApiError } from '../http/api-error.ts'
import { askForProof } from './fresh-proof.ts'
import { readOnlyAtom, tokenAtom } from './session-atoms.ts'
import { sessionEnded } from './session-ended.ts'
import { store } from './store.ts'

/**
 * Does something in the name of the signed-in staff member. What needs a fresh proof asks for it and goes on. A 401 means that the session has ended, and ends it here
 * too; no other failure does: a 403 is 'not allowed', and not being able to reach the server is not being signed out.
 * @throws ApiError as `ask` does, a 401 when nobody is signed in, and 'network' while somebody reads without a session:
 * for them there is no way to the server
 */
export async function inSession<T>(ask: (token: string) => Promise<T>): Promise<T> {
  if (store.get(readOnlyAtom)) throw new ApiError('network')
  const token = store.get(tokenAtom)
  if (!token) throw new ApiError('http', { status: 401, code: 'unauthorized' })
  try {
    return await ask(token)
  } catch (error) {
    // The same once more, as soon as the person has shown that it is them.
    if (error instanceof ApiError && error.code === 'fresh_proof_required' && (await askForProof())) {
      return inSession(ask)
    }
    // An answer that comes after another sign-in says nothing about the new session.
    if (error instanceof ApiError && error.status === 401 && store.get(tokenAtom) === token) sessionEnded()
    throw error
  }
}
