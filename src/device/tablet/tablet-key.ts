import { newTextKey, openWith, type Seal, sealWith } from '../seal.ts'
import { wrapTextKey } from './keys.ts'
import { readTablet } from './tablet-record.ts'
import { onLock, openTextKey } from './unlocked.ts'

/**
 * The seal of a reception tablet: it seals without the PIN, with a key of its own for each load of the page, and opens
 * what it or an earlier one has sealed only while the tablet is unlocked.
 * @throws when this browser is no tablet
 */
export async function tabletSeal(): Promise<Seal> {
  const record = await readTablet()
  if (record?.state !== 'set_up') throw new Error('This browser is no reception tablet.')
  const { publicKey } = record.keys
  forgetKeysOnLock()
  const seal: Seal = {
    seal: async (text) => {
      const key = keys.get(seal) ?? newKey(publicKey)
      keys.set(seal, key)
      const { textKey, wrapped } = await key
      return { ...(await sealWith(textKey, text)), key: wrapped }
    },
    open: async (sealed) => {
      const textKey = sealed.key && (await openTextKey(sealed.key))
      return textKey ? openWith(textKey, sealed) : null
    },
  }
  return seal
}

async function newKey(publicKey: CryptoKey) {
  const textKey = await newTextKey(true)
  return { textKey, wrapped: await wrapTextKey(textKey, publicKey) }
}

/** The key of each seal in use: one that nobody uses any more goes, and what it knows with it. */
let keys = new WeakMap<Seal, ReturnType<typeof newKey>>()
let forgetsOnLock = false

/** Whoever finds a locked tablet may not find the key of its latest pages in memory. */
function forgetKeysOnLock(): void {
  if (forgetsOnLock) return
  forgetsOnLock = true
  onLock(() => {
    keys = new WeakMap()
  })
}
