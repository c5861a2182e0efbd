import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { SignedInAnswer } from '../../contract/auth.ts'
import {
  DeviceContactAnswer,
  type DeviceContactWire,
  type DeviceKeeps,
  DevicesAnswer,
  type PinSignInWire,
  RegisteredDeviceAnswer,
} from '../../contract/devices.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'
import { refreshUser } from '../session/in-session.ts'
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
  locations: readonly string[] | undefined,
  key: string,
): Promise<{ id: string; token: string }> {
  const { data } = await staffCall(RegisteredDeviceAnswer, {
    method: 'POST',
    path: '/devices',
    headers: { 'Idempotency-Key': key },
    body: { name, locations },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/**
 * Gives who is signed in a PIN at a tablet. @param made what the tablet has made of the PIN, and the public half of the key
 * under it; throws ApiError
 */
export async function joinDevice(device: string, made: { pin: string; publicKey: string }): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'POST',
    path: '/devices/people',
    body: { device, ...made },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  // The session is the tablet's from here on, and reaches no further.
  await refreshUser()
}

/** Says that somebody of a tablet is signed in on it. @param device its token; throws ApiError */
export async function noteDeviceSignIn(device: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'POST',
    path: '/devices/people',
    body: { device },
    timeoutMs: CHANGE_TIMEOUT_MS,
    unattended: true,
  })
  await refreshUser()
}

/** Signs somebody of a tablet in. @param token the tablet's own; throws ApiError, with `PinWrong` for a wrong PIN */
export async function signInByPin(token: string, who: PinSignInWire) {
  const { data } = await call(SignedInAnswer, {
    method: 'POST',
    path: '/devices/pin',
    body: who,
    token,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Takes somebody out of a tablet. @throws ApiError */
export async function removeDevicePerson(id: string, staffId: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/devices/${encodeURIComponent(id)}/people/${encodeURIComponent(staffId)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/** Revokes a tablet: it deletes its stored pages at its next contact. Idempotent. @throws ApiError */
export async function revokeDevice(id: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/devices/${encodeURIComponent(id)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/**
 * Asks what the tablet may store, with its own token, with or without a session.
 * @throws ApiError; status 401 means that the server knows no such tablet, so 'nothing'
 */
export async function contactDevice(
  token: string,
  contact: DeviceContactWire,
): Promise<{ keep: DeviceKeeps; people?: string[] | undefined }> {
  const { data } = await call(DeviceContactAnswer, {
    method: 'POST',
    path: '/devices/contact',
    body: contact,
    token,
    timeoutMs: LIST_TIMEOUT_MS,
  })
  return data
}
