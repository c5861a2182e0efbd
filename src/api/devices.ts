import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  DeviceContactAnswer,
  type DeviceContactWire,
  type DeviceKeeps,
  DevicesAnswer,
  RegisteredDeviceAnswer,
} from '../../contract/devices.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

export const deviceQueries = {
  all: () => ['devices'] as const,
  /** One page of the reception tablets. The id keeps one admin's list from another's. */
  list: (adminId: string, page: number) =>
    queryOptions({
      ...listQuery,
      queryKey: [...deviceQueries.all(), adminId, page],
      queryFn: ({ signal }) =>
        staffCall(DevicesAnswer, {
          method: 'GET',
          path: `/devices?page=${page}&limit=${PAGE_SIZE}`,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
}

/**
 * Enters this browser as a reception tablet. @returns its id and, this once, its own token; throws ApiError
 * @param locations codes of those that it refreshes by itself; undefined: where the admin works
 */
export async function registerDevice(
  name: string,
  locations?: readonly string[],
): Promise<{ id: string; token: string }> {
  const { data } = await staffCall(RegisteredDeviceAnswer, {
    method: 'POST',
    path: '/devices',
    body: { name, locations },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Tells the server what a tablet is sealed for. @param publicKey a point on P-256 as base64url; throws ApiError */
export async function setDeviceKey(id: string, publicKey: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'PUT',
    path: `/devices/${encodeURIComponent(id)}/key`,
    body: { publicKey },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/** Revokes a tablet: it deletes what it keeps when it next asks. Twice does no harm. @throws ApiError */
export async function revokeDevice(id: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/devices/${encodeURIComponent(id)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/**
 * What the tablet may keep; it asks with its own token, whether somebody is signed in or not.
 * @throws ApiError; its status 401 says that the server knows no such tablet, which means 'nothing'
 */
export async function contactDevice(token: string, contact: DeviceContactWire): Promise<DeviceKeeps> {
  const { data } = await call(DeviceContactAnswer, {
    method: 'POST',
    path: '/devices/contact',
    body: contact,
    token,
    timeoutMs: LIST_TIMEOUT_MS,
  })
  return data.keep
}
