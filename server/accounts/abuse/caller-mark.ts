import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Caller } from '../../platform/http/caller.ts'
import { sharedSecret } from '../../platform/secrets/secret.ts'

/**
 * Placeholder for unknown parts: a browser without a name, and marks from before the whole caller. It matches no one.
 */
export const UNKNOWN_CALLER = '-'

/**
 * Marks the origin of a stranger's booking, for a week on its row: keyed hashes of the provider's customer, the
 * connection and the browser, separated by dots. Without the key the table does not help to try all addresses.
 * @returns a function that makes the mark; `browser` is the page's own name for itself, which anybody can make up
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

/** The keyed hash of a caller's customer alone, as at the start of the mark. */
export function customerMark(pool: Pick<Pool, 'query'>): (caller: Caller) => Promise<string> {
  const markOf = callerMarks(pool)
  return async (caller) => (await markOf(caller, undefined)).split('.')[0] ?? UNKNOWN_CALLER
}
