import { OIDC_REFUSALS, type OidcRefusal } from '../../../contract/auth.ts'
import { authProvider } from '../../session/auth.ts'
import { tabStorage } from '../../session/session-storage.ts'
import { wholeToken } from './hash-link.ts'

/** Session storage key: the same tab must finish the sign-in that it began. */
const BEGUN_KEY = 'socialLogin'

type Begun = { type: string; secret: string }

export type WayBack = { type: string; code: string; secret: string } | { error: OidcRefusal }

/** @param how.fresh the provider asks who it is in any case. @throws ApiError; TypeError when the provider's address is no URL */
export async function leaveForProvider(type: string, { fresh = false } = {}): Promise<void> {
  const { url, secret } = await authProvider.startSocialLogin(type, fresh)
  const address = new URL(url)
  if (!['https:', 'http:'].includes(address.protocol)) throw new TypeError('The provider has no web address.')
  tabStorage.write(BEGUN_KEY, JSON.stringify({ type, secret } satisfies Begun))
  location.assign(address)
}

/** Consumes what this tab stored when it left. */
export function takeWayBack(hash: Readonly<Record<string, string>>): WayBack {
  const begun = tabStorage.read(BEGUN_KEY)
  tabStorage.remove(BEGUN_KEY)
  return wayBackOf(hash, begun)
}

/** @param begun what this tab stored when it left */
export function wayBackOf(hash: Readonly<Record<string, string>>, begun: string | null): WayBack {
  const { error } = hash
  if (error !== undefined) return { error: OIDC_REFUSALS.find((known) => known === error) ?? 'failed' }
  const code = wholeToken(hash.code)
  const kept = parseBegun(begun)
  return code && kept ? { ...kept, code } : { error: 'expired' }
}

function parseBegun(text: string | null): Begun | null {
  try {
    const { type, secret } = JSON.parse(text ?? '')
    return typeof type === 'string' && typeof secret === 'string' ? { type, secret } : null
  } catch {
    return null
  }
}
