import * as v from 'valibot'
import { ApiError } from '../http/api-error.ts'
import { store } from '../store.ts'
import { authProvider } from './auth.ts'
import { askForProof } from './fresh-proof.ts'
import { lockTab } from './lock.ts'
import { authUserAtom, readOnlyAtom, tokenAtom } from './session-atoms.ts'
import { sessionEnded } from './session-ended.ts'

/** As the server refuses a call without a session. */
const nobody = () => new ApiError('http', { status: 401, code: 'unauthorized' })

/**
 * Makes a call in the signed-in staff member's name. A call that needs a fresh proof asks for it and goes on. A 401
 * ends the session here too; no other failure does: a 403 is 'not allowed', and an unreachable server is no sign-out.
 * @param ask gets a signal: aborted with the session in this tab, before the server is told, and with the caller's
 * own
 * @param signal the caller's
 * @throws ApiError as `ask` does, a 401 without a session, and 'network' for a reader without a session, who has no
 * way to the server
 */
export async function inSession<T>(
  ask: (token: string, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (store.get(readOnlyAtom)) throw new ApiError('network')
  const token = store.get(tokenAtom)
  if (!token) throw nobody()
  // AbortSignal.any would be shorter, but phones of a few years ago lack it.
  const controller = new AbortController()
  const end = () => controller.abort(signal?.reason)
  const unsubscribe = store.sub(tokenAtom, end)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    return await ask(token, controller.signal)
  } catch (error) {
    // The same once more, as soon as the person has shown that it is them.
    if (error instanceof ApiError && error.code === 'fresh_proof_required' && (await askForProof())) {
      return inSession(ask, signal)
    }
    // An answer that comes after another sign-in says nothing about the new session.
    const isOver = store.get(tokenAtom) !== token
    if (isOver && !signal?.aborted && error === controller.signal.reason) throw nobody()
    if (!isOver && error instanceof ApiError && error.status === 401) {
      if (error.code === 'locked') lockTab({ minutes: null })
      else sessionEnded()
    }
    if (!isOver && error instanceof ApiError && error.status === 403) void learnRights(error, token)
    throw error
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', end)
  }
}

const Refused = v.object({
  rightsVersion: v.number(),
  /** Locations of a session that has become a tablet's. */
  boundTo: v.optional(v.nullable(v.array(v.string())), null),
})

/**
 * A refusal names the version of the rights that it goes by, and what they are bound to: where it is another than this tab
 * knows, somebody may less than before, and who they are is asked again. What is cached and stored on the device follows
 * (src/app).
 */
async function learnRights({ data }: ApiError, token: string): Promise<void> {
  const said = v.safeParse(Refused, data)
  if (!said.success) return
  const { rightsVersion, boundTo } = said.output
  const known = store.get(authUserAtom)
  const isKnown = rightsVersion === known?.rightsVersion && `${boundTo}` === `${known.boundTo}`
  if (!isKnown) await refreshUser(token)
}

/** Asks again who is signed in, with what they may: after what may have narrowed it. */
export async function refreshUser(token = store.get(tokenAtom)): Promise<void> {
  const checked = await inSession(authProvider.checkSession).catch(() => null)
  if (checked && store.get(tokenAtom) === token) store.set(authUserAtom, checked.user)
}
