import * as v from 'valibot'
import { type Opener, openerOf } from '../../../seal/format.ts'
import { joinChannel, type TabChannel } from '../tabs/channel.ts'

/*
 * The private key of an unlocked tablet: in the memory of this tab only, so that a reload locks it. All tabs lock
 * together.
 */

let unlocked: Opener | null = null
const listeners = new Set<() => void>()

const TabMessage = v.literal('lock')

let channel: TabChannel<'lock'> | undefined
function joinTabs(): void {
  channel ??= joinChannel('enamel-tablet', TabMessage, forget)
}

function forget(): void {
  unlocked = null
  for (const listener of [...listeners]) listener()
}

export function keepUnlocked(privateKey: CryptoKey, keyId: string): void {
  joinTabs()
  unlocked = openerOf(privateKey, keyId)
}

export const isUnlocked = (): boolean => unlocked !== null

/** Forgets the private key, here and in the other tabs: what is stored opens with the PIN only. */
export function lock(): void {
  joinTabs()
  forget()
  channel?.post('lock')
}

/** Calls the listener whenever the tablet is locked, from whichever tab. @returns stops it */
export function onLock(listener: () => void): () => void {
  joinTabs()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Opens what was sealed for this tablet. Null: the tablet is locked, or it was sealed for another key. */
export const openUnlocked: Opener = async (sealed, question) => {
  const now = unlocked
  const text = now && (await now(sealed, question))
  return unlocked === now ? text : null
}
