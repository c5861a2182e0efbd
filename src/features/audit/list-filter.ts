import * as v from 'valibot'
import { type AuditFilter, ExportAudit } from '../../../contract/audit.ts'
import { auditParams } from '../../api/audit.ts'
import { pageOf } from '../../ui/paged-list/page-of.ts'

const NOTHING: AuditFilter = { staff: '', kind: '', about: '', from: '', to: '' }

/**
 * Filter in the address, so that a reload and Back keep it. One that the server would refuse counts as none.
 */
export function filterOf(search: string): AuditFilter & { page: number } {
  const params = new URLSearchParams(search)
  const asked = v.safeParse(ExportAudit, Object.fromEntries(params))
  return { ...(asked.success ? asked.output : NOTHING), page: pageOf(params) }
}

/** Empty for the first page of all entries. */
export function searchOf({ page, ...filter }: AuditFilter & { page: number }): string {
  const params = auditParams(filter)
  if (page !== 1) params.set('page', String(page))
  return params.size === 0 ? '' : `?${params}`
}
