import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Caller } from '../../platform/http/caller.ts'
import { sharedSecret } from '../../platform/secrets/secret.ts'

/** In the place of what is unknown: a browser without a name, and in marks of before the whole caller. It is nobody's own. */
export const UNKNOWN_CALLER = '-'

/**
 * Where a stranger's booking came from, for a week on its row: keyed hashes of the customer of a provider, the connection and
 * the browser, with dots between them. Whoever has the table without the key cannot try all addresses.
 * @returns a function that makes the mark; `browser` is what the page calls itself by, which anybody can make up
 */
export function callerMarks(
  pool: Pick<Pool, 'query'>,
): (caller: Caller, browser: string | undefined) => Promise<string> {
  const secret = sharedSecret(pool, 'callers')
  return async ({ customer, address }, browser) => {
    const key = await secret()
    const keyed = (kind: string, text: string) =>
      createHmac('sha256', key).update(`${kind}:${text}`).digest('base64url').slice(0, 12)
    return [
      keyed('network', `${customer}`),
      keyed('address', `${address}`),
      browser === undefined ? UNKNOWN_CALLER : keyed('browser', browser),
    ].join('.')
  }
}

/** The keyed hash of a caller's customer alone, as it stands in front of the mark. */
export function customerMark(pool: Pick<Pool, 'query'>): (caller: Caller) => Promise<string> {
  const markOf = callerMarks(pool)
  return async (caller) => (await markOf(caller, undefined)).split('.')[0] ?? UNKNOWN_CALLER
}
