import type { Context, MiddlewareHandler } from 'hono'
import type { StandbyReads } from '../db/standby-reads.ts'
import { onlyReads } from './only-reads.ts'

/** Whoever may have written reads what they wrote, from the end of that call on. */
export function noteWrites(reads: StandbyReads, callerOf: (c: Context) => string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!onlyReads(c)) reads.noteWrite(callerOf(c))
  }
}
