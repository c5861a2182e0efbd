import { type Opener, type PublicHalf, publicHalf } from '../../../seal/format.ts'
import { areFormer } from './keys.ts'
import { readTablet } from './tablet-record.ts'
import { openUnlocked } from './unlocked.ts'

/** A key of this device: what is sealed for its public half, and what opens that. */
export type PagesKey = PublicHalf & { open: Opener }

/**
 * The key of a reception tablet: whoever is signed in seals for it without the PIN; it opens only while the tablet is
 * unlocked. Null: its keys are of a former kind, until the PIN is typed next.
 * @throws when this browser is no tablet
 */
export async function tabletKey(): Promise<PagesKey | null> {
  const record = await readTablet()
  if (record?.state !== 'set_up') throw new Error('This browser is no reception tablet.')
  if (areFormer(record.keys)) return null
  return { ...(await publicHalf(record.keys.publicKey)), open: openUnlocked }
}
