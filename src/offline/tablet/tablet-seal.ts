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
  const newKey = async () => {
    const textKey = await newTextKey(true)
    return { textKey, wrapped: await wrapTextKey(textKey, publicKey) }
  }
  let key: ReturnType<typeof newKey> | undefined
  // Whoever finds a locked tablet may not find the key of its latest pages in memory.
  onLock(() => {
    key = undefined
  })
  return {
    seal: async (text) => {
      key ??= newKey()
      const { textKey, wrapped } = await key
      return { ...(await sealWith(textKey, text)), key: wrapped }
    },
    open: async (sealed) => {
      const textKey = sealed.key && (await openTextKey(sealed.key))
      return textKey ? openWith(textKey, sealed) : null
    },
  }
}
