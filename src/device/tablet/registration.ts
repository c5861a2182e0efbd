import { clearPages } from '../sealed-pages.ts'
import { makeKeys } from './keys.ts'
import { isTablet, removeTabletMark, setTabletMark } from './mark.ts'
import { isPin, readPin } from './pin.ts'
import { type Device, readTablet, removeTablet, writeTablet } from './tablet-record.ts'
import { lock } from './unlocked.ts'

/** Whether this browser can be a reception tablet: WebCrypto is there under HTTPS and on localhost only. */
export const tabletsPossible = (): boolean =>
  globalThis.isSecureContext === true &&
  typeof crypto.subtle === 'object' &&
  typeof indexedDB === 'object' &&
  indexedDB !== null

/** The tablet that this browser is. Null: it is none, or one no more. */
export async function thisTablet(): Promise<Device | null> {
  if (!isTablet()) return null
  const record = await readTablet()
  if (record?.state === 'set_up') return record.device
  // Without its keys it can neither keep nor open anything.
  if (!record) await forgetTablet()
  return null
}

/**
 * Makes this browser a reception tablet. What it has kept so far is deleted: it was sealed under other keys.
 * @param device as the server has registered it, with the token that it shows this once
 * @throws RangeError for what is no PIN; whatever the browser says that refuses its storage
 */
export async function setUpTablet(device: Device, pin: string): Promise<void> {
  if (!isPin(pin)) throw new RangeError('A PIN has 6 to 20 digits.')
  const keys = await makeKeys(readPin(pin))
  await clearPages()
  await writeTablet({ state: 'set_up', device, keys, tries: 0 })
  setTabletMark('set_up')
  lock()
}

/**
 * Deletes everything that makes this browser a tablet, and what it keeps. The keys first: without them the rest is
 * noise. Whoever hears of the lock finds everything gone.
 */
export async function forgetTablet(): Promise<void> {
  try {
    await removeTablet()
    removeTabletMark()
    await clearPages()
  } finally {
    lock()
  }
}
