import { CURVE, newSealPair, openerOf, publicHalf } from '../../seal/format.ts'
import type { PagesKey } from '../device/tablet/tablet-key.ts'
import { tabStorage } from '../session/session-storage.ts'
import { PAGES_KEY } from '../session/stored-token.ts'

/*
 * In an ordinary browser the private half of the key is in session storage: pages are readable for as long as that
 * lasts, over reloads and offline, and never afterwards, deleted or not. It is the three numbers of a JWK: `x.y.d`.
 */

export const sessionKey = (): Promise<PagesKey | null> => keyOf(tabStorage.read(PAGES_KEY))

/** @param text a key that another tab has handed over; null: a new one is made */
export async function takeSessionKey(text: string | null): Promise<PagesKey | null> {
  const written = text ?? (await newKey())
  const key = await keyOf(written)
  if (key) tabStorage.write(PAGES_KEY, written)
  return key
}

async function keyOf(text: string | null): Promise<PagesKey | null> {
  const [x, y, d] = text?.split('.') ?? []
  if (!x || !y || !d) return null
  const half = { kty: 'EC', crv: CURVE.namedCurve, x, y }
  try {
    const [publicKey, privateKey] = await Promise.all([
      crypto.subtle.importKey('jwk', half, CURVE, true, []),
      crypto.subtle.importKey('jwk', { ...half, d }, CURVE, false, ['deriveBits']),
    ])
    const stored = await publicHalf(publicKey)
    return { ...stored, open: openerOf(privateKey, stored.id) }
  } catch {
    // Invalid, or of an older version: a new one is made.
    return null
  }
}

async function newKey(): Promise<string> {
  const { privateKey } = await newSealPair()
  const { x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  return [x, y, d].join('.')
}
