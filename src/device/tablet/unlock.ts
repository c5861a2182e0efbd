import { PIN_TRIES } from '../../../contract/devices.ts'
import { publicHalf } from '../../../seal/format.ts'
import { clearPages, pagesOwner } from '../sealed-pages.ts'
import { openPrivateKey } from './keys.ts'
import { isTablet, setTabletMark } from './mark.ts'
import { readPin } from './pin-format.ts'
import { forgetTablet } from './registration.ts'
import {
  changeTablet,
  readTablet,
  type SetUpTablet,
  type TabletPerson,
  type TabletRecord,
} from './tablet-record.ts'
import { keepUnlocked, lock } from './unlocked.ts'

/** Maximum number of wrong PINs in a row; the last deletes the person's stored pages. */
export const MAX_TRIES = PIN_TRIES

/** 'deleted': what was kept for them is no more, after this wrong PIN or before it. */
export type UnlockOutcome =
  | { outcome: 'unlocked' }
  | { outcome: 'wrong'; triesLeft: number }
  | { outcome: 'deleted' }

const personOf = (record: TabletRecord | null, staffId: string) =>
  record?.state === 'set_up' ? record.people.find(({ id }) => id === staffId) : undefined

/** Number of PINs that a person can still try; 0 when they have nothing to open. */
export async function triesLeft(staffId: string): Promise<number> {
  const person = personOf(isTablet() ? await readTablet() : null, staffId)
  return person ? Math.max(0, MAX_TRIES - person.tries) : 0
}

/**
 * Tries a PIN. The attempt is counted before it is made, and the count is reset after a right PIN only: an app that
 * is killed in between has used its attempt, and two tabs share the five.
 */
export async function unlock(staffId: string, typed: string): Promise<UnlockOutcome> {
  const before = await changeTablet((record) =>
    withPerson(record, staffId, (person) =>
      person.tries < MAX_TRIES ? { ...person, tries: person.tries + 1 } : null,
    ),
  )
  if (!before) await forgetTablet()
  if (before?.state === 'locked_out') await deleteStored()
  const person = personOf(before, staffId)
  if (before?.state !== 'set_up' || !person) return { outcome: 'deleted' }
  const privateKey = person.tries < MAX_TRIES ? await openPrivateKey(person.keys, readPin(typed)) : null
  if (privateKey) {
    if (!(await takeTriesBack(before, person))) return { outcome: 'deleted' }
    keepUnlocked(privateKey, (await publicHalf(person.keys.publicKey)).id)
    return { outcome: 'unlocked' }
  }
  const left = MAX_TRIES - person.tries - 1
  if (left > 0) return { outcome: 'wrong', triesLeft: left }
  await lockOut(before, person)
  return { outcome: 'deleted' }
}

/** The record with one person changed. Null: unknown person, or no change. */
function withPerson(
  record: TabletRecord,
  staffId: string,
  change: (person: TabletPerson) => TabletPerson | null,
): SetUpTablet | null {
  const person = personOf(record, staffId)
  const changed = person && change(person)
  if (record.state !== 'set_up' || !changed) return null
  return { ...record, people: record.people.map((each) => (each.id === staffId ? changed : each)) }
}

const isSame = (record: { device: { id: string } }, { device }: SetUpTablet) => record.device.id === device.id

/** Compares wrapped keys: unwrapped keys are new objects at each read. */
const hasSameKeys = (person: TabletPerson | undefined, { keys }: TabletPerson) =>
  person !== undefined && String(person.keys.wrapped.salt) === String(keys.wrapped.salt)

/** @returns false: the tablet was wiped or set up again, or the person got another PIN meanwhile */
async function takeTriesBack(tried: SetUpTablet, person: TabletPerson): Promise<boolean> {
  const found = await changeTablet((record) =>
    isSame(record, tried) && hasSameKeys(personOf(record, person.id), person)
      ? withPerson(record, person.id, (now) => ({ ...now, tries: 0 }))
      : null,
  )
  return found !== null && isSame(found, tried) && hasSameKeys(personOf(found, person.id), person)
}

/**
 * Deletes somebody's keys, then the pages that are theirs. With the last one's the tablet ends: what it takes to tell the
 * server is left (contact.ts).
 */
async function lockOut(tried: SetUpTablet, { id: staffId }: TabletPerson): Promise<void> {
  await changeTablet((record) => {
    if (record.state !== 'set_up' || !isSame(record, tried)) return null
    const people = record.people.filter(({ id }) => id !== staffId)
    return people.length > 0 ? { ...record, people } : { state: 'locked_out', device: record.device }
  })
  if ((await readTablet())?.state === 'locked_out') return deleteStored()
  if ((await pagesOwner()) === staffId) await clearPages()
  lock()
}

async function deleteStored(): Promise<void> {
  setTabletMark('locked_out')
  try {
    await clearPages()
  } finally {
    lock()
  }
}
