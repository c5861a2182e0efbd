import * as v from 'valibot'
import { OneUseToken } from '../../../contract/auth.ts'

/** What stands after '#' in the address of a mailed link, or of the way back from another provider. */
export function readHash(hash: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')))
}

/** A token of a link if it is whole; mail programs break long links, and half of one is as good as none. */
export function wholeToken(text: string | undefined): string | null {
  return v.is(OneUseToken, text) ? text : null
}
