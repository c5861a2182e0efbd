import type * as v from 'valibot'
import { ApiError } from '../api/api-error.ts'
import { type Call, call } from '../api/client.ts'
import { tokenAtom } from './session-atoms.ts'
import { sessionEnded } from './session-ended.ts'
import { store } from './store.ts'

/**
 * Makes a call in the name of the signed-in staff member. A 401 means that the session has ended, and ends it here
 * too; no other failure does: not being able to reach the server is not being signed out.
 * @throws ApiError as `call` does
 */
export async function staffCall<const S extends v.GenericSchema>(
  schema: S,
  options: Omit<Call, 'token'>,
): Promise<v.InferOutput<S>> {
  const token = store.get(tokenAtom)
  if (!token) throw new ApiError('http', { status: 401, code: 'unauthorized' })
  try {
    return await call(schema, { ...options, token })
  } catch (error) {
    // An answer that comes after another sign-in says nothing about the new session.
    if (error instanceof ApiError && error.status === 401 && store.get(tokenAtom) === token) sessionEnded()
    throw error
  }
}
