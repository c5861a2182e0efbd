import { publicHalf } from '../../../seal/format.ts'
import { clearPages } from '../sealed-pages.ts'
import { areFormer, makeKeys, openPrivateKey, type TabletKeys } from './keys.ts'
import { isTablet, setTabletMark } from './mark.ts'
import { readPin } from './pin.ts'
import { forgetTablet } from './registration.ts'
import { changeTablet, readTablet, type SetUpTablet } from './tablet-record.ts'
import { keepUnlocked, lock } from './unlocked.ts'

/** How many PINs may be tried in a row; the last wrong one deletes what is kept. */
export const MAX_TRIES = 5

/** 'deleted': what was kept is no more, after this wrong PIN or before it. */
export type UnlockOutcome =
  | { outcome: 'unlocked' }
  | { outcome: 'wrong'; triesLeft: number }
  | { outcome: 'deleted' }

/** How many PINs may still be tried; 0 when there is nothing to open any more. */
export async function triesLeft(): Promise<number> {
  const record = isTablet() ? await readTablet() : null
  return record?.state === 'set_up' ? Math.max(0, MAX_TRIES - record.tries) : 0
}

/**
 * Tries a PIN. The try is counted before it is made, and taken back after a right one only: an app that is killed in
 * between has had its try, and two tabs that guess at once share the five.
 */
export async function unlock(pin: string): Promise<UnlockOutcome> {
  const before = await changeTablet((record) =>
    record.state === 'set_up' && record.tries < MAX_TRIES ? { ...record, tries: record.tries + 1 } : null,
  )
  if (!before) await forgetTablet()
  if (before?.state === 'locked_out') await deleteStored()
  if (before?.state !== 'set_up') return { outcome: 'deleted' }
  const privateKey = before.tries < MAX_TRIES ? await openPrivateKey(before.keys, readPin(pin)) : null
  if (privateKey) {
    const isOpen = (await takeTriesBack(before)) && (await keepOpen(before, privateKey, readPin(pin)))
    return { outcome: isOpen ? 'unlocked' : 'deleted' }
  }
  const left = MAX_TRIES - before.tries - 1
  if (left > 0) return { outcome: 'wrong', triesLeft: left }
  await lockOut(before)
  return { outcome: 'deleted' }
}

const isSame = (record: { device: { id: string } }, { device }: SetUpTablet) => record.device.id === device.id

/** @returns false: the tablet was wiped, or set up anew, while the PIN was tried */
async function takeTriesBack(tried: SetUpTablet): Promise<boolean> {
  const found = await changeTablet((record) =>
    record.state === 'set_up' && isSame(record, tried) ? { ...record, tries: 0 } : null,
  )
  return found?.state === 'set_up' && isSame(found, tried)
}

/**
 * Unlocks. Keys of a former kind, for which nothing can be sealed any more, are replaced under the same PIN.
 * @returns false: the tablet was wiped meanwhile
 */
async function keepOpen(tried: SetUpTablet, privateKey: CryptoKey, pin: string): Promise<boolean> {
  const keys = areFormer(tried.keys) ? await replaceKeys(tried, pin) : tried.keys
  const current = keys === tried.keys ? privateKey : keys && (await openPrivateKey(keys, pin))
  if (!keys || !current) return false
  keepUnlocked(current, (await publicHalf(keys.publicKey)).id)
  return true
}

/** @returns the keys that the tablet has from now on: where another tab was faster, that one's. Null: it is none any more */
async function replaceKeys(tried: SetUpTablet, pin: string): Promise<TabletKeys | null> {
  const made = await makeKeys(pin)
  await changeTablet((record) =>
    record.state === 'set_up' && isSame(record, tried) && areFormer(record.keys)
      ? { ...record, keys: made }
      : null,
  )
  const record = await readTablet()
  return record?.state === 'set_up' && isSame(record, tried) ? record.keys : null
}

/** Deletes the keys, then the pages, and leaves what it takes to tell the server (contact.ts). */
async function lockOut(tried: SetUpTablet): Promise<void> {
  await changeTablet((record) =>
    isSame(record, tried) ? { state: 'locked_out', device: record.device } : null,
  )
  await deleteStored()
}

async function deleteStored(): Promise<void> {
  setTabletMark('locked_out')
  try {
    await clearPages()
  } finally {
    lock()
  }
}
