import { base64Url, publicHalf } from '../../../seal/format.ts'
import { clearPages, pagesOwner } from '../sealed-pages.ts'
import { makeKeys, proofOfPin, type TabletKeys } from './keys.ts'
import { isTablet, removeTabletMark, setTabletMark } from './mark.ts'
import { isPin, readPin } from './pin-format.ts'
import {
  changeTablet,
  type Device,
  readTablet,
  removeTablet,
  type TabletPerson,
  writeTablet,
} from './tablet-record.ts'
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

/** The people who have a PIN at this tablet, in the order in which they came. */
export async function tabletPeople(): Promise<Pick<TabletPerson, 'id' | 'name'>[]> {
  const record = isTablet() ? await readTablet() : null
  return record?.state === 'set_up' ? record.people.map(({ id, name }) => ({ id, name })) : []
}

/** Keys under a PIN, with the proof and public key for the server. */
export type NewPin = { keys: TabletKeys; publicKey: string; proof: string }

/** @throws RangeError for what is no PIN */
export async function newPin({ token }: Pick<Device, 'token'>, typed: string): Promise<NewPin> {
  if (!isPin(typed)) throw new RangeError('A PIN has 6 to 20 digits.')
  const pin = readPin(typed)
  const keys = await makeKeys(pin)
  const { publicKey } = await publicHalf(keys.publicKey)
  return { keys, publicKey: base64Url(publicKey), proof: await proofOfPin(token, pin) }
}

/**
 * Makes this browser a reception tablet, or gives somebody a PIN at the one that it is. What it has kept so far is
 * deleted: it was sealed under other keys.
 * @param device as the server has registered it, with the token that it shows this once
 * @throws whatever the browser says that refuses its storage
 */
export async function setUpTablet(
  device: Device,
  { id, name }: Pick<TabletPerson, 'id' | 'name'>,
  keys: TabletKeys,
): Promise<void> {
  await clearPages()
  const person = { id, name, keys, tries: 0 }
  const isThere = await changeTablet((record) =>
    record.state === 'set_up' && record.device.id === device.id
      ? { ...record, people: [...record.people.filter((each) => each.id !== id), person] }
      : null,
  )
  if (isThere?.state !== 'set_up' || isThere.device.id !== device.id)
    await writeTablet({ state: 'set_up', device, people: [person] })
  setTabletMark('set_up')
  lock()
}

/** Deletes the keys and stored pages of people whose PIN the server no longer accepts. */
export async function keepPeople(ids: readonly string[]): Promise<void> {
  const goes = ({ id }: { id: string }) => !ids.includes(id)
  const before = await changeTablet((record) =>
    record.state === 'set_up' && record.people.some(goes)
      ? { ...record, people: record.people.filter((each) => !goes(each)) }
      : null,
  )
  const owner = await pagesOwner()
  const gone = before?.state === 'set_up' ? before.people.filter(goes) : []
  if (!gone.some(({ id }) => id === owner)) return
  await clearPages()
  lock()
}

/**
 * Deletes everything that makes this browser a tablet, and its stored pages. The keys go first: without them the rest
 * is unreadable. Listeners of the lock find everything deleted.
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
