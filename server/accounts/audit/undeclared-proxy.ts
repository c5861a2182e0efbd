import type { MiddlewareHandler } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { isBehindUndeclaredProxy } from '../../platform/http/caller.ts'
import type { AuditAction } from './actions.ts'

/** In the audit trail, once a day: `npm run doctor` looks for it. */
export const UNDECLARED_PROXY = 'server.undeclared_proxy' satisfies AuditAction

const NOTE = `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, once)
  VALUES (NULL, '${UNDECLARED_PROXY}', 'server', 'proxy', $1) ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`

type Options = { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'warn'>; now(): Date; trustedProxies: number }

/** Warns once per process of a proxy that TRUST_PROXY does not name: everybody seems to call from its address. */
export function noteUndeclaredProxy({ pool, log, now, trustedProxies }: Options): MiddlewareHandler {
  let isNoted = false
  return async (c, next) => {
    if (!isNoted && isBehindUndeclaredProxy(c, trustedProxies)) {
      isNoted = true
      log.warn('calls come over a proxy, and TRUST_PROXY names none: all people count as one caller')
      // Doctor misses a hint where this fails.
      pool.query(NOTE, [`${UNDECLARED_PROXY} ${now().toISOString().slice(0, 10)}`]).catch(() => {})
    }
    await next()
  }
}
