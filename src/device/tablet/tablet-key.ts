import { type Opener, type PublicHalf, publicHalf } from '../../../seal/format.ts'
import { readTablet } from './tablet-record.ts'
import { openUnlocked } from './unlocked.ts'

/** A key of this device: what is sealed for its public half, and what opens that. */
export type PagesKey = PublicHalf & { open: Opener }

/**
 * Somebody's key at this reception tablet: while they are signed in, answers are sealed for it without the PIN; it opens
 * only while the tablet is unlocked by theirs. Null: they have no PIN here.
 * @throws when this browser is no tablet
 */
export async function tabletKey(staffId: string): Promise<PagesKey | null> {
  const record = await readTablet()
  if (record?.state !== 'set_up') throw new Error('This browser is no reception tablet.')
  const person = record.people.find(({ id }) => id === staffId)
  return person ? { ...(await publicHalf(person.keys.publicKey)), open: openUnlocked } : null
}
