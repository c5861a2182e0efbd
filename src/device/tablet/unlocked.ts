import * as v from 'valibot'
import { joinChannel, type TabChannel } from '../tabs/channel.ts'
import { unwrapTextKey } from './keys.ts'

/*
 * The private key of an unlocked tablet: in the memory of this tab only, so that a reload locks it. All tabs lock
 * together.
 */

type Unlocked = { privateKey: CryptoKey; textKeys: Map<string, Promise<CryptoKey | null>> }

let unlocked: Unlocked | null = null
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

export function keepUnlocked(privateKey: CryptoKey): void {
  joinTabs()
  unlocked = { privateKey, textKeys: new Map() }
}

export const isUnlocked = (): boolean => unlocked !== null

/** Forgets the private key, here and in the other tabs: what is kept opens with the PIN only. */
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

/** Opens the key of a text. Null: the tablet is locked, or the key is not for it. */
export async function openTextKey(wrapped: ArrayBuffer): Promise<CryptoKey | null> {
  const now = unlocked
  if (!now) return null
  // All texts of one load of the page have the same key, and RSA takes its time on a tablet.
  const name = String(new Uint8Array(wrapped))
  let key = now.textKeys.get(name)
  if (!key) {
    key = unwrapTextKey(wrapped, now.privateKey)
    now.textKeys.set(name, key)
  }
  const opened = await key
  return unlocked === now ? opened : null
}
