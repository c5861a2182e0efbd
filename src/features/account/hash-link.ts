import * as v from 'valibot'
import { OneUseToken } from '../../../contract/auth.ts'

/** Values after '#' in the address of a mailed link, or of the return from another provider. */
export function readHash(hash: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')))
}

/** Null for an incomplete token: mail programs break long links. */
export function wholeToken(text: string | undefined): string | null {
  return v.is(OneUseToken, text) ? text : null
}
