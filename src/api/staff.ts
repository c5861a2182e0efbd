import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DoneAnswer } from '../../contract/envelope.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { type InviteStaffWire, type StaffAccessWire, StaffListAnswer } from '../../contract/staff.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

export const staffQueries = {
  all: () => ['staff'] as const,
  /** One page of the people who work here, those invited included. The id keeps one admin's list from another's. */
  list: (adminId: string, page: number) =>
    queryOptions({
      ...listQuery,
      queryKey: [...staffQueries.all(), adminId, page],
      queryFn: ({ signal }) =>
        staffCall(StaffListAnswer, {
          method: 'GET',
          path: `/staff?page=${page}&limit=${PAGE_SIZE}`,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
}

/** @returns the server's sentence; throws ApiError */
export async function inviteStaff(invite: InviteStaffWire, key: string): Promise<string> {
  const { message } = await staffCall(DoneAnswer, {
    method: 'POST',
    path: '/staff/invites',
    headers: { 'Idempotency-Key': key },
    body: invite,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return message
}

/** Withdraws an open invitation: its link ends. @throws ApiError */
export async function withdrawInvitation(id: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/staff/invites/${encodeURIComponent(id)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/** Disables an account, which ends its sessions at once, or enables it again. @throws ApiError */
export async function changeStaff(id: string, disabled: boolean): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'PATCH',
    path: `/staff/${encodeURIComponent(id)}`,
    body: { disabled },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/** Changes what an account may, at once. @throws ApiError */
export async function changeAccess(id: string, access: StaffAccessWire): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'PUT',
    path: `/staff/${encodeURIComponent(id)}/access`,
    body: access,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
