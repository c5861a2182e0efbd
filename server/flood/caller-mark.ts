import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Caller } from '../http/caller.ts'
import { sharedSecret } from '../proofs/secret.ts'

/** The mark of a stranger of whom nothing is known. It is nobody's own. */
export const UNKNOWN_CALLER = '-'

/**
 * Where a stranger's booking came from, for a week on its row: keyed hashes of the network, the connection and the browser,
 * with dots between them. Whoever has the table without the key cannot try all addresses.
 * @returns a function that makes the mark; `browser` is what the page calls itself by, which anybody can make up
 */
export function callerMarks(
  pool: Pick<Pool, 'query'>,
): (caller: Caller | null, browser: string | undefined) => Promise<string> {
  const secret = sharedSecret(pool, 'callers')
  return async (caller, browser) => {
    if (!caller && browser === undefined) return UNKNOWN_CALLER
    const key = await secret()
    const keyed = (kind: string, text: string | undefined) =>
      text === undefined
        ? UNKNOWN_CALLER
        : createHmac('sha256', key).update(`${kind}:${text}`).digest('base64url').slice(0, 12)
    return [
      keyed('network', caller?.network),
      keyed('address', caller?.address),
      keyed('browser', browser),
    ].join('.')
  }
}

/** The keyed hash of a caller's network alone, as it stands in front of the mark; null where it is unknown. */
export function networkMark(pool: Pick<Pool, 'query'>): (caller: Caller | null) => Promise<string | null> {
  const markOf = callerMarks(pool)
  return async (caller) => caller && ((await markOf(caller, undefined)).split('.')[0] ?? null)
}
