import type { Pool } from 'pg'
import { UNDECLARED_PROXY } from '../../accounts/audit/undeclared-proxy.ts'
import { type Finding, warning } from './finding.ts'

/**
 * Checks whether calls came within a week over a proxy that TRUST_PROXY does not name. @param trustedProxies as
 * TRUST_PROXY
 */
export async function checkProxy(db: Pick<Pool, 'query'>, trustedProxies: number): Promise<Finding[]> {
  if (trustedProxies > 0) return []
  const { rowCount } = await db.query(
    `SELECT FROM audit_log WHERE action = $1 AND at > now() - interval '7 days' LIMIT 1`,
    [UNDECLARED_PROXY],
  )
  if (rowCount === 0) return []
  return [
    warning(
      'Proxy',
      'Calls come over a proxy that TRUST_PROXY does not name, so that all people count as one caller and share its limits.',
      'Set TRUST_PROXY to the number of proxies in front.',
    ),
  ]
}
