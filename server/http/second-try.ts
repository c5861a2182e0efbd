import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { onlyReads } from './only-reads.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** When the call came, by performance.now(). */
    cameAt: number
    /** The same call was tried again, and that try answers, counts and is logged. */
    wasHandedOn: true
  }
}

/** Milliseconds: long enough for a connection elsewhere, short enough not to be noticed. */
const PAUSE_MS = 300
/** Milliseconds after which a caller has waited long enough; a silent connection takes longer to notice. */
const STILL_IN_TIME_MS = 4_000
/** Answers a call once more; undefined where it may not be repeated, was already, or where time is up. */
export type SecondTry = (c: Context) => Promise<Response | undefined>

/**
 * For calls that failed because the database was away: a primary that has just changed has cut all connections, and new ones
 * lead to the next. Repeated is what only reads, and what has an Idempotency-Key, since the first try may have been
 * carried out.
 */
export function secondTries(app: Pick<Hono, 'fetch'>): SecondTry {
  return async (c) => {
    const isLate = performance.now() - (c.get('cameAt') ?? 0) > STILL_IN_TIME_MS
    if (isLate || c.env?.isSecondTry || !mayRepeat(c)) return undefined
    const { method, url, signal, headers } = c.req.raw
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = hasBody ? await c.req.text() : undefined
    await delay(PAUSE_MS)
    c.set('wasHandedOn', true)
    const again = new Request(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return app.fetch(again, { ...c.env, isSecondTry: true, requestId: c.get('requestId') })
  }
}

const mayRepeat = (c: Context) => onlyReads(c) || c.req.header('idempotency-key') !== undefined
