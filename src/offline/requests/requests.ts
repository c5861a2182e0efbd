import type { StaffUser } from '../../../contract/auth.ts'
import { type PublicHalf, publicHalf, sealerFor } from '../../../seal/format.ts'
import { clock } from '../../clock.ts'
import { onRequestsChanged } from '../../device/request-mark.ts'
import {
  addRequest,
  changeRequest,
  dropRequests,
  type StoredRequest,
  storedRequests,
} from '../../device/request-store.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { readTablet } from '../../device/tablet/tablet-record.ts'
import { onLock } from '../../device/tablet/unlocked.ts'
import { newKey } from '../../http/new-key.ts'
import { canSeal } from '../../session/locked-seal.ts'
import { readOnlyAtom, tokenAtom } from '../../session/session-atoms.ts'
import { store } from '../../store.ts'
import { openerNow } from '../opener.ts'
import { sessionKey } from '../session-key.ts'
import { detailsOf, type OfflineRequest, type RequestDetails } from './request.ts'
import { type OfflineRequests, offlineRequestsAtom } from './requests-atom.ts'

/**
 * Requests saved on this page. After a sign-in by password a tablet opens stored ones only with the PIN, but these
 * can be continued. Without HTTPS a browser seals nothing and they exist here alone. They end with the session.
 */
const written = new Map<string, RequestDetails>()

let turn = 0

/** Reads the saved requests. @throws the browser's own error when it refuses its storage */
export async function readRequests(): Promise<OfflineRequests> {
  turn += 1
  const mine = turn
  const found = await storedRequests()
  const open = found.length > 0 ? await openerNow() : null
  const opened = await Promise.all(
    found.map(async (each) => {
      const said = written.get(each.id) ?? detailsOf(await firstOpened(each, open))
      const { sealed: _, by: __, ...facts } = each
      return said ? { ...said, ...facts } : each
    }),
  )
  const asked = {
    requests: opened.filter((each): each is OfflineRequest => 'key' in each),
    closed: opened.filter((each): each is StoredRequest => 'sealed' in each),
  }
  // Who has left meanwhile sees nothing, and a later reading is truer.
  if (mine === turn && isSomebodyHere()) store.set(offlineRequestsAtom, asked)
  return asked
}

async function firstOpened(
  { id, sealed }: StoredRequest,
  open: Awaited<ReturnType<typeof openerNow>>,
): Promise<string | null> {
  if (!open) return null
  const texts = await Promise.all(sealed.map((each) => open(each, questionOf(id))))
  return texts.find((text) => text !== null) ?? null
}

const questionOf = (id: string) => `asked ${id}`

const isSomebodyHere = () => store.get(tokenAtom) !== null || store.get(readOnlyAtom)

/** A request that could not be saved: there are too many, no key to seal it for, or no space left. */
export class NotSaved extends Error {
  readonly why: 'too_many' | 'no_key' | 'no_room'
  constructor(why: NotSaved['why'], options?: ErrorOptions) {
    super(why, options)
    this.why = why
  }
}

/**
 * Way to save a request: sealed on this device, if there is a key; in this tab alone, in a browser that seals
 * nothing; or none.
 */
export async function whereSaved({ id }: Pick<StaffUser, 'id'>): Promise<'device' | 'tab' | null> {
  if (!canSeal()) return 'tab'
  return (await keysFor(id).catch(() => [])).length > 0 ? 'device' : null
}

/**
 * Saves a request, sealed. @param said with the key of a booking that was sent without an answer, if it is the same
 * @returns its number @throws NotSaved: then nothing is stored
 */
export async function saveRequest({
  key,
  ...said
}: Omit<RequestDetails, 'key'> & { key?: string }): Promise<number> {
  const id = newKey()
  const at = clock.now().getTime()
  const whole = { ...said, key: key ?? newKey() }
  const sealed = await sealedFor(id, whole, at)
  const triedAt = key === undefined ? null : at
  const number = await stored(addRequest({ id, at, by: said.by.id, triedAt, sealed }))
  if (number === null) throw new NotSaved('too_many')
  written.set(id, whole)
  await readRequests()
  return number
}

/**
 * Replaces the details of a request: another booking, with a key of its own.
 * @returns as it is now; null: it is gone, or another tab has changed it
 * @throws NotSaved: then it is as it was
 */
export async function correctRequest(
  request: OfflineRequest,
  changes: Partial<Pick<RequestDetails, 'name' | 'phone' | 'body'>>,
): Promise<OfflineRequest | null> {
  const { by, name, phone, body } = { ...request, ...changes }
  const said: RequestDetails = { key: newKey(), by, name, phone, body }
  // A corrected request is still wanted.
  const at = clock.now().getTime()
  const sealed = await sealedFor(request.id, said, at)
  const isDone = await stored(changeRequest(request, { sealed, triedAt: null, at }))
  if (isDone) written.set(request.id, said)
  const { requests } = await readRequests()
  return isDone ? (requests.find(({ id }) => id === request.id) ?? null) : null
}

async function sealedFor(id: string, said: RequestDetails, at: number): Promise<StoredRequest['sealed']> {
  // The device stores that there is a request and when it was saved, but no details.
  if (!canSeal()) return []
  // Where there is a key the browser may still refuse to use it.
  const keys = await keysFor(said.by.id).catch(() => [])
  if (keys.length === 0) throw new NotSaved('no_key')
  const text = JSON.stringify(said)
  return Promise.all(keys.map(async (key) => (await sealerFor(key))(text, { question: questionOf(id), at })))
}

async function stored<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (cause) {
    throw new NotSaved('no_room', { cause })
  }
}

/** Records that a request is being sent (null: that it was certainly not booked). @returns as it is now; null: it is gone */
export async function markTried(
  { id, version }: Pick<OfflineRequest, 'id' | 'version'>,
  triedAt: number | null,
): Promise<OfflineRequest | null> {
  await changeRequest({ id, version }, { triedAt })
  const { requests } = await readRequests()
  return requests.find((each) => each.id === id) ?? null
}

/** Deletes requests that are booked or no longer wanted. */
export async function forgetRequests(ids: readonly string[]): Promise<void> {
  await dropRequests(ids)
  for (const id of ids) written.delete(id)
  await readRequests()
}

function leave(): void {
  turn += 1
  written.clear()
  store.set(offlineRequestsAtom, isSomebodyHere() ? store.get(offlineRequestsAtom) : null)
  if (isSomebodyHere()) void readRequests().catch(() => {})
}
// Requests of one person are not for the next one.
store.sub(tokenAtom, leave)
store.sub(readOnlyAtom, leave)
onLock(leave)

// Another tab saves and sends too.
onRequestsChanged(() => {
  if (store.get(offlineRequestsAtom)) void readRequests().catch(() => {})
})

/**
 * The keys that a request is sealed for: in an ordinary browser that of the session; on a reception tablet those of who
 * writes and of the others there who book, each of whom opens it by their PIN. None: nothing can be sealed here.
 */
async function keysFor(staffId: string): Promise<PublicHalf[]> {
  if (!isTablet()) {
    const key = await sessionKey()
    return key ? [key] : []
  }
  const record = await readTablet()
  const people = record?.state === 'set_up' ? record.people : []
  const readers = people.filter(({ id, books }) => id === staffId || books === true)
  return Promise.all(readers.map(({ keys }) => publicHalf(keys.publicKey)))
}
