import type { Context, MiddlewareHandler } from 'hono'
import type { StandbyReads } from '../db/standby-reads.ts'
import { onlyReads } from './only-reads.ts'

/** From the end of a call that may write, its caller reads the own writes. */
export function noteWrites(reads: StandbyReads, callerOf: (c: Context) => string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!onlyReads(c)) reads.noteWrite(callerOf(c))
  }
}
