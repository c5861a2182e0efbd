import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { OidcRefusal } from '../../../../contract/auth.ts'

export function refusalOf(error: unknown): OidcRefusal {
  const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied'
  return isCancelled ? 'cancelled' : 'failed'
}

/** Stable codes only: a provider's messages can quote codes and addresses. */
export function failureFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: 'unknown' }
  const said =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error.error : ''
  return {
    error: error.name,
    code: innermostCode(error),
    ...(/^[a-z_]{1,40}$/.test(said) && { said }),
  }
}

function innermostCode(error: Error & { code?: unknown }): string {
  const inner = error.cause instanceof Error ? innermostCode(error.cause) : ''
  return inner || (typeof error.code === 'string' ? error.code : '')
}
