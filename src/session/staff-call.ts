import type * as v from 'valibot'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import { sealHeader } from '../device/seal-key.ts'
import { type Call, call } from '../http/client.ts'
import { inSession } from './in-session.ts'

/**
 * Makes a call of the API in the name of the signed-in staff member.
 * @param options.unattended the page asks by itself, which does not prolong the session
 * @param options.signal calls a question off, and so does the end of the session; a call without one goes on
 * @throws ApiError as `call` does; a 401 has ended the session
 */
export function staffCall<const S extends v.GenericSchema>(
  schema: S,
  { unattended = false, signal, ...options }: Omit<Call, 'token'> & { unattended?: boolean },
): Promise<v.InferOutput<S>> {
  const headers = {
    ...options.headers,
    ...sealHeader(options),
    ...(unattended ? { [UNATTENDED_HEADER]: '1' } : {}),
  }
  // A change that was sent is not taken back with the session.
  return inSession(
    (token, ended) => call(schema, { ...options, headers, token, signal: signal && ended }),
    signal,
  )
}
