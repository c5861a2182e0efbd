import type { SealedEntry } from '../../../contract/devices.ts'
import { SEALED_ANSWER_BYTES, SEALED_BYTES } from '../../../contract/seal-limits.ts'
import { type PublicHalf, sealerFor } from '../../../seal/format.ts'

/** The answer to a question of the page (contract/seal.ts), as JSON. */
export type PlainAnswer = { question: string; text: string }

/** Seals answers for a tablet's key. Those too long to store are left out. */
export async function sealEntries(
  plain: readonly PlainAnswer[],
  key: PublicHalf,
  at: Date,
): Promise<SealedEntry[]> {
  const seal = await sealerFor(key)
  let room = SEALED_BYTES
  const stored = plain.filter(({ text }) => {
    const bytes = Buffer.byteLength(text)
    if (bytes > SEALED_ANSWER_BYTES || bytes > room) return false
    room -= bytes
    return true
  })
  return Promise.all(
    stored.map(async ({ question, text }) => {
      const { from, iv, bytes, ...label } = await seal(text, { question, at: at.getTime() })
      return { ...label, question, from: base64Url(from), iv: base64Url(iv), bytes: base64Url(bytes) }
    }),
  )
}

const base64Url = (bytes: Uint8Array | ArrayBuffer) =>
  Buffer.from(bytes as Uint8Array<ArrayBuffer>).toString('base64url')
