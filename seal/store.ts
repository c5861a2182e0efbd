import { entries, get, type UseStore } from 'idb-keyval'
import { SEALED_BYTES, SEALED_MS } from '../contract/seal-limits.ts'
import { FIRST_RIGHTS } from '../domain/first-rights.ts'
import type { PublicHalf, Sealed } from './format.ts'
import { inTransaction, type TransactionWork } from './in-transaction.ts'
import { openStore } from './open-store.ts'

/*
 * The data on the device: the public half of the current key, and the answers sealed for it. Pages and the service
 * worker share it. Each change is one transaction based on the stored state, so that no tab and no late answer can undo
 * a deletion.
 */

/** The current key, for which answers are sealed. */
export type StoredKey = PublicHalf & {
  /** Id of a staff member, readable by anyone. */
  owner: string
  /**
   * Version of the owner's rights when their pages began to be stored; missing in data from before there were versions.
   */
  rightsVersion?: number
  /** The staff member as JSON, sealed under `PERSON`. */
  person: Sealed
}
type Holder = Pick<StoredKey, 'id' | 'owner' | 'rightsVersion'>
/** The question that `person` is sealed for. */
export const PERSON = 'person'

const KEY = 'key'
/** Size and time of each answer, so that making room reads none of them. */
const LEDGER = 'ledger'
const ANSWER = 'answer '
type Ledger = Record<string, { bytes: number; at: number }>

let opened: UseStore | undefined
const store = () => {
  opened ??= openStore('enamel-sealed', 'sealed')
  return opened
}

const change = <T>(work: TransactionWork<T>, otherwise: T): Promise<T> =>
  inTransaction(store(), work, otherwise)

/** Calls back with a value of the store, within its transaction. */
function read<T>(at: IDBObjectStore, name: string, then: (value: T | undefined) => void): void {
  const request = at.get(name)
  request.onsuccess = () => then(request.result)
}

/** The current key; null: nothing is stored. */
export const storedKey = async (): Promise<StoredKey | null> => (await get<StoredKey>(KEY, store())) ?? null

/** Reports whether data stored for one key are valid for another: of the same person under the same rights. */
export const isSameHolder = (found: Holder, key: Holder): boolean =>
  found.id === key.id &&
  found.owner === key.owner &&
  (found.rightsVersion ?? FIRST_RIGHTS) === (key.rightsVersion ?? FIRST_RIGHTS)

/**
 * Makes a key the current one. Answers sealed for another one are deleted.
 * @param within is called in the transaction that stores the key, which fails if it throws
 */
export function setStoredKey(key: StoredKey, within: () => void): Promise<void> {
  return change((at) => {
    read<StoredKey>(at, KEY, (found) => {
      if (!found || !isSameHolder(found, key)) at.clear()
      within()
      at.put(key, KEY)
    })
  }, undefined)
}

/** An answer, and the question that it was sealed under. */
export type StoredAnswer = { question: string; sealed: Sealed }

/**
 * Stores an answer if the key that it was sealed for is still current. The oldest make room.
 * @param asked as in `putAnswers`
 * @returns whether it is stored
 */
export const putAnswer = async (question: string, sealed: Sealed, asked?: StoredKey): Promise<boolean> =>
  (await putAnswers([{ question, sealed }], asked)).length > 0

/**
 * The same for several, in one transaction.
 * @param asked the key at the time of the request. A tablet has one for everybody, so its person and rights must be
 * unchanged too; undefined: not checked
 * @returns the questions whose answers are stored
 */
export function putAnswers(answers: readonly StoredAnswer[], asked?: StoredKey): Promise<string[]> {
  return change<string[]>((at, done) => {
    read<StoredKey>(at, KEY, (key) => {
      if (!key || (asked && !isSameHolder(key, asked))) return
      const sealedForIt = answers.filter(({ sealed }) => sealed.keyId === key.id)
      if (sealedForIt.length === 0) return
      read<Ledger>(at, LEDGER, (ledger = {}) => {
        const news = sealedForIt.filter(
          ({ question, sealed }) => !isOvertaken(sealed.at, ledger[question]?.at),
        )
        if (news.length === 0) return
        const wanted = { ...ledger }
        for (const { question, sealed } of news)
          wanted[question] = { bytes: sealed.bytes.byteLength, at: sealed.at }
        const kept = withinLimits(wanted, Math.max(...news.map(({ sealed }) => sealed.at)))
        for (const name of Object.keys(wanted)) if (!Object.hasOwn(kept, name)) at.delete(ANSWER + name)
        const stored = news.filter(({ question }) => Object.hasOwn(kept, question))
        for (const { question, sealed } of stored) at.put(sealed, ANSWER + question)
        at.put(kept, LEDGER)
        done(stored.map(({ question }) => question))
      })
    })
  }, [])
}

/** Longest time that an answer is under way, in milliseconds. */
const LONGEST_WAY_MS = 3_600_000

/**
 * Reports whether a later answer is stored already. One that is later by far was given while the server's clock was
 * fast: it would block every correct answer until that time.
 */
function isOvertaken(at: number, storedAt: number | undefined): boolean {
  return storedAt !== undefined && storedAt > at && storedAt - at < LONGEST_WAY_MS
}

/** The newest answers that are young enough and fit the limit. @param now by the server's clock */
function withinLimits(ledger: Ledger, now: number): Ledger {
  let room = SEALED_BYTES
  const newestFirst = Object.entries(ledger).sort(([, a], [, b]) => b.at - a.at)
  return Object.fromEntries(
    newestFirst.filter(([, { bytes, at }]) => {
      room -= bytes
      return room >= 0 && now - at <= SEALED_MS
    }),
  )
}

/** All stored answers by question. */
export async function storedAnswers(): Promise<StoredAnswer[]> {
  const found = await entries<string, Sealed>(store())
  return found.flatMap(([name, sealed]) =>
    name.startsWith(ANSWER) ? { question: name.slice(ANSWER.length), sealed } : [],
  )
}

export async function dropAnswers(questions: readonly string[]): Promise<void> {
  if (questions.length === 0) return
  await change((at) => {
    read<Ledger>(at, LEDGER, (ledger = {}) => {
      for (const question of questions) {
        at.delete(ANSWER + question)
        delete ledger[question]
      }
      at.put(ledger, LEDGER)
    })
  }, undefined)
}

/**
 * Deletes the key and all answers: answers still on their way are not stored after it.
 * @param only the id of a key: if another one is current, nothing is deleted
 * @param within is called in the transaction that deletes
 */
export function clearStore({
  only,
  within,
}: {
  only?: string | undefined
  within: () => void
}): Promise<void> {
  return change((at) => {
    read<StoredKey>(at, KEY, (found) => {
      if (found && only !== undefined && found.id !== only) return
      at.clear()
      within()
      // A page that is frozen now must not undo it.
      at.transaction.commit()
    })
  }, undefined)
}

/** Deletes what versions before this store have left, sealed as it is: its format is another one. */
export function forgetFormerStore(): void {
  indexedDB.deleteDatabase('enamel-pages')
}
