import type * as v from 'valibot'
import { type Call, call } from '../api/client.ts'
import { inSession } from './in-session.ts'

/**
 * Makes a call of the API in the name of the signed-in staff member.
 * @throws ApiError as `call` does; a 401 has ended the session
 */
export function staffCall<const S extends v.GenericSchema>(
  schema: S,
  options: Omit<Call, 'token'>,
): Promise<v.InferOutput<S>> {
  return inSession((token) => call(schema, { ...options, token }))
}
