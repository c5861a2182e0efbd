import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { routeOf } from './call-metrics.ts'
import { onlyReads } from './only-reads.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Time of the call, by performance.now(). */
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
 * Retries calls that failed because the database was down: a primary that has just changed has cut all connections, and
 * new ones lead to the next. Only reads are repeated, and calls with an Idempotency-Key that are carried out once,
 * since the first attempt may have succeeded.
 */
export function secondTries(app: Pick<Hono, 'fetch'>): SecondTry {
  return async (c) => {
    const isLate = performance.now() - (c.get('cameAt') ?? 0) > STILL_IN_TIME_MS
    if (isLate || c.env?.isSecondTry || !(await mayRepeat(c))) return undefined
    const { method, url, signal, headers } = c.req.raw
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = hasBody ? await c.req.text() : undefined
    await delay(PAUSE_MS)
    c.set('wasHandedOn', true)
    const again = new Request(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return app.fetch(again, { ...c.env, isSecondTry: true, requestId: c.get('requestId') })
  }
}

/** Calls that are carried out once per Idempotency-Key, in the transaction that stores it. */
export const KEYED: ReadonlySet<string> = new Set([
  'POST /api/api-keys',
  'POST /api/appointments/book',
  'POST /api/appointments/desk',
  'POST /api/appointments/desk/series',
  'PATCH /api/appointments/:id',
  'POST /api/blockers',
  'POST /api/closures',
  'POST /api/devices',
  'POST /api/feeds',
  'POST /api/patients',
  'POST /api/patients/:id/notes',
  'POST /api/staff/invites',
  'POST /api/visit/move',
  'POST /api/waiting-list',
  'POST /api/waiting-list/me',
  'POST /api/webhooks',
])

async function mayRepeat(c: Context): Promise<boolean> {
  if (onlyReads(c)) return true
  if (c.req.header('idempotency-key') === undefined) return false
  const call = `${c.req.method} ${routeOf(c)}`
  if (call !== 'PATCH /api/appointments/:id') return KEYED.has(call)
  // Of the changes of an appointment a move alone has a key.
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'move' in body
}
