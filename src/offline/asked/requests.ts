import type { StaffUser } from '../../../contract/auth.ts'
import { sealerFor } from '../../../seal/format.ts'
import { clock } from '../../clock.ts'
import { onAsked } from '../../device/asked-mark.ts'
import {
  addRequest,
  changeRequest,
  dropRequests,
  type StoredRequest,
  storedRequests,
} from '../../device/asked-store.ts'
import { onLock } from '../../device/tablet/unlocked.ts'
import { newKey } from '../../http/new-key.ts'
import { canSeal } from '../../session/locked-seal.ts'
import { readOnlyAtom, tokenAtom } from '../../session/session-atoms.ts'
import { store } from '../../store.ts'
import { openerNow } from '../opener.ts'
import { type Asked, askedAtom } from './asked-atom.ts'
import { keysFor } from './keys.ts'
import { type AskedRequest, type Said, saidOf } from './request.ts'

/**
 * What was noted on this page: who signed in with a password opens nothing on a tablet before their PIN, but may go on with
 * what they have just said. Without HTTPS a browser seals nothing, and it is here alone. It ends with the session.
 */
const written = new Map<string, Said>()

let turn = 0

/** Reads what is noted. @throws what the browser says that refuses its storage */
export async function readAsked(): Promise<Asked> {
  turn += 1
  const mine = turn
  const found = await storedRequests()
  const open = found.length > 0 ? await openerNow() : null
  const opened = await Promise.all(
    found.map(async (each) => {
      const said = written.get(each.id) ?? saidOf(await firstOpened(each, open))
      const { sealed: _, by: __, ...facts } = each
      return said ? { ...said, ...facts } : each
    }),
  )
  const asked = {
    requests: opened.filter((each): each is AskedRequest => 'key' in each),
    closed: opened.filter((each): each is StoredRequest => 'sealed' in each),
  }
  // Who has left meanwhile sees nothing, and a later reading is truer.
  if (mine === turn && isSomebodyHere()) store.set(askedAtom, asked)
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

/** Why a request could not be noted: as many as there may be, nothing to seal it for, or the browser has no room. */
export class NotNoted extends Error {
  readonly why: 'too_many' | 'no_key' | 'no_room'
  constructor(why: NotNoted['why'], options?: ErrorOptions) {
    super(why, options)
    this.why = why
  }
}

/**
 * How anything can be noted here: sealed on this device, where there is a key to seal it for; in this tab alone, in a browser
 * that seals nothing; or not at all.
 */
export async function notedWhere({ id }: Pick<StaffUser, 'id'>): Promise<'device' | 'tab' | null> {
  if (!canSeal()) return 'tab'
  return (await keysFor(id).catch(() => [])).length > 0 ? 'device' : null
}

/**
 * Notes a request, sealed. @param said with the key of a booking that was sent and not answered, if it is that one
 * @returns its number @throws NotNoted: then nothing is stored
 */
export async function noteRequest({ key, ...said }: Omit<Said, 'key'> & { key?: string }): Promise<number> {
  const id = newKey()
  const at = clock.now().getTime()
  const whole = { ...said, key: key ?? newKey() }
  const sealed = await sealedFor(id, whole, at)
  const triedAt = key === undefined ? null : at
  const number = await stored(addRequest({ id, at, by: said.by.id, triedAt, sealed }))
  if (number === null) throw new NotNoted('too_many')
  written.set(id, whole)
  await readAsked()
  return number
}

/**
 * Notes other details in the place of those before: another booking, with a key of its own.
 * @returns as it is now; null: it is gone, or another tab has changed it
 * @throws NotNoted: then it is as it was
 */
export async function correctRequest(
  request: AskedRequest,
  changes: Partial<Pick<Said, 'name' | 'phone' | 'body'>>,
): Promise<AskedRequest | null> {
  const { by, name, phone, body } = { ...request, ...changes }
  const said: Said = { key: newKey(), by, name, phone, body }
  // Whoever corrects it knows that it is still wanted.
  const at = clock.now().getTime()
  const sealed = await sealedFor(request.id, said, at)
  const isDone = await stored(changeRequest(request, { sealed, triedAt: null, at }))
  if (isDone) written.set(request.id, said)
  const { requests } = await readAsked()
  return isDone ? (requests.find(({ id }) => id === request.id) ?? null) : null
}

async function sealedFor(id: string, said: Said, at: number): Promise<StoredRequest['sealed']> {
  // The device stores that it was noted and when, and nothing of what was said.
  if (!canSeal()) return []
  // Where there is a key the browser may still refuse to use it.
  const keys = await keysFor(said.by.id).catch(() => [])
  if (keys.length === 0) throw new NotNoted('no_key')
  const text = JSON.stringify(said)
  return Promise.all(keys.map(async (key) => (await sealerFor(key))(text, { question: questionOf(id), at })))
}

async function stored<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (cause) {
    throw new NotNoted('no_room', { cause })
  }
}

/** Notes that a request goes to the server now, or that it certainly was not booked. @returns as it is now; null: it is gone */
export async function noteTry(
  { id, version }: Pick<AskedRequest, 'id' | 'version'>,
  triedAt: number | null,
): Promise<AskedRequest | null> {
  await changeRequest({ id, version }, { triedAt })
  const { requests } = await readAsked()
  return requests.find((each) => each.id === id) ?? null
}

/** Deletes requests: they are booked, or nobody wants them any more. */
export async function forgetRequests(ids: readonly string[]): Promise<void> {
  await dropRequests(ids)
  for (const id of ids) written.delete(id)
  await readAsked()
}

function leave(): void {
  turn += 1
  written.clear()
  store.set(askedAtom, isSomebodyHere() ? store.get(askedAtom) : null)
  if (isSomebodyHere()) void readAsked().catch(() => {})
}
// What one person has noted is not for the next one.
store.sub(tokenAtom, leave)
store.sub(readOnlyAtom, leave)
onLock(leave)

// Another tab notes and sends too.
onAsked(() => {
  if (store.get(askedAtom)) void readAsked().catch(() => {})
})
