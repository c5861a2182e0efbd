import { CURVE, type PublicHalf, publicHalf } from '../../../seal/format.ts'

/** The public key as base64url, and its id. */
export type DeviceSealKey = { id: string; publicKey: string }

/** A tablet's public key as it seals, with its id. @returns null for an invalid point on the curve */
export async function sealKeyOf(text: string): Promise<PublicHalf | null> {
  try {
    const bytes = Buffer.from(text, 'base64url')
    return await publicHalf(await crypto.subtle.importKey('raw', bytes, CURVE, true, []))
  } catch {
    return null
  }
}
