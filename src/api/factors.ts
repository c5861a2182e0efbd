import { queryOptions } from '@tanstack/react-query'
import { DoneAnswer } from '../../contract/envelope.ts'
import { BegunStepAnswer, FactorsAnswer, RecoveryCodesAnswer } from '../../contract/second-factor.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

export const factorQueries = {
  /** The person's own factors. The id keeps one person's from another's. */
  own: (staffId: string) =>
    queryOptions({
      queryKey: ['factors', staffId],
      queryFn: async ({ signal }) => {
        const options = { method: 'GET', path: '/auth/factors', timeoutMs: LIST_TIMEOUT_MS, signal } as const
        return (await staffCall(FactorsAnswer, options)).data
      },
    }),
}

const post = { method: 'POST', timeoutMs: CHANGE_TIMEOUT_MS } as const

/** @returns the step for setting up another factor; throws ApiError */
export async function beginFactor(password?: string) {
  return (await staffCall(BegunStepAnswer, { ...post, path: '/auth/factors/begin', body: { password } })).data
}

/** Ends the recovery codes there were. @throws ApiError */
export async function renewRecoveryCodes(password?: string): Promise<string[]> {
  const path = '/auth/factors/recovery-codes'
  return (await staffCall(RecoveryCodesAnswer, { ...post, path, body: { password } })).data.recoveryCodes
}

/** @throws ApiError */
export async function removeFactor(id: string, password?: string): Promise<void> {
  const path = `/auth/factors/${encodeURIComponent(id)}/remove`
  await staffCall(DoneAnswer, { ...post, path, body: { password } })
}

/** @throws ApiError */
export async function renameFactor(id: string, name: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'PATCH',
    timeoutMs: CHANGE_TIMEOUT_MS,
    path: `/auth/factors/${encodeURIComponent(id)}`,
    body: { name },
  })
}
