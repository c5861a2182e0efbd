import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AuditAnswer, type AuditFilter, AuditPeopleAnswer } from '../../contract/audit.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { type ExportOptions, exportFile } from './export-file.ts'
import { listQuery } from './list-query.ts'

/** The filter without empty values, as in an address. */
export function auditParams(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, text]) => text !== ''))
}

export const auditQueries = {
  all: () => ['audit'] as const,
  /** One page of the audit trail, the latest first. The id keeps one admin's list from another's. */
  list: (adminId: string, { page, ...filter }: AuditFilter & { page: number }) =>
    queryOptions({
      ...listQuery,
      queryKey: [...auditQueries.all(), 'list', adminId, JSON.stringify(filter), page],
      queryFn: ({ signal }) => {
        const params = auditParams(filter)
        params.set('page', String(page))
        params.set('limit', String(PAGE_SIZE))
        const path = `/audit?${params}`
        return staffCall(AuditAnswer, { method: 'GET', path, timeoutMs: LIST_TIMEOUT_MS, signal })
      },
      placeholderData: keepPreviousData,
      // Entries come while one looks, by one's own looking too.
      staleTime: 0,
    }),
  /** Staff members who can have made entries. */
  people: (adminId: string) =>
    queryOptions({
      ...listQuery,
      queryKey: [...auditQueries.all(), 'people', adminId],
      queryFn: ({ signal }) =>
        staffCall(AuditPeopleAnswer, {
          method: 'GET',
          path: '/audit/people',
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        }),
    }),
}

/** All entries of a filter as a CSV file. @throws ApiError as `exportFile` does */
export function exportAudit(filter: AuditFilter, options: ExportOptions): Promise<Blob> {
  return exportFile(`/audit/export?${auditParams(filter)}`, {}, options)
}
