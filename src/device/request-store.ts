import { entries, type UseStore } from 'idb-keyval'
import type { Sealed } from '../../seal/format.ts'
import { inTransaction, type TransactionWork } from '../../seal/in-transaction.ts'
import { openStore } from '../../seal/open-store.ts'
import { mayHaveRequests, setRequestMark } from './request-mark.ts'

/*
 * Store of offline requests on this device. Their details are sealed for each key that may open them. Each change is one
 * transaction, so that two tabs never give the same number or restore a deleted request. They are apart from the stored
 * answers, which are deleted when the next person signs in.
 */

/** Maximum number of requests at once. */
export const MOST_REQUESTS = 50

export type StoredRequest = {
  id: string
  /** Shown as 'A-1': told to the patient, written on paper. */
  number: number
  /** Time of saving, milliseconds since 1970 by the server's clock as far as known. */
  at: number
  /** Staff id of who saved it. */
  by: string
  /**
   * Time of the first sending under its key, by the same clock; null: never, or the server has refused it since.
   */
  triedAt: number | null
  /** Counts changes: a change goes by what it has read. */
  version: number
  sealed: Sealed[]
}

const LAST = 'last'
const REQUEST = 'request '

let opened: UseStore | undefined
const store = () => {
  opened ??= openStore('enamel-asked', 'asked')
  return opened
}

const change = <T>(work: TransactionWork<T>, otherwise: T): Promise<T> =>
  inTransaction(store(), work, otherwise)

const isRequest = (name: IDBValidKey): name is string => typeof name === 'string' && name.startsWith(REQUEST)

/** All of them, in the order of their numbers. */
export async function storedRequests(): Promise<StoredRequest[]> {
  if (!mayHaveRequests()) return []
  const found = await entries<string, StoredRequest>(store())
  return found
    .flatMap(([name, request]) => (isRequest(name) ? request : []))
    .sort((a, b) => a.number - b.number)
}

/**
 * Stores another one, under the next number.
 * @returns the number; null: there are as many as there may be
 */
export async function addRequest(request: Omit<StoredRequest, 'number' | 'version'>): Promise<number | null> {
  const number = await change<number | null>((at, done) => {
    const names = at.getAllKeys()
    const last = at.get(LAST)
    last.onsuccess = () => {
      if (names.result.filter(isRequest).length >= MOST_REQUESTS) return
      const next = (Number(last.result) || 0) + 1
      at.put(next, LAST)
      at.put({ ...request, number: next, version: 1 } satisfies StoredRequest, REQUEST + request.id)
      done(next)
    }
  }, null)
  if (number !== null) setRequestMark(`${request.id} 1`)
  return number
}

/**
 * Changes one.
 * @param version that the change goes by
 * @returns false: it is gone, or has been changed meanwhile
 */
export async function changeRequest(
  { id, version }: Pick<StoredRequest, 'id' | 'version'>,
  changes: Partial<Pick<StoredRequest, 'sealed' | 'triedAt' | 'at'>>,
): Promise<boolean> {
  const isDone = await change<boolean>((at, done) => {
    const request = at.get(REQUEST + id)
    request.onsuccess = () => {
      const found: StoredRequest | undefined = request.result
      if (found?.version !== version) return
      at.put({ ...found, ...changes, version: version + 1 } satisfies StoredRequest, REQUEST + id)
      done(true)
    }
  }, false)
  if (isDone) setRequestMark(`${id} ${version + 1}`)
  return isDone
}

/** Deletes requests. Numbers continue, and start again when none is left. */
export async function dropRequests(ids: readonly string[]): Promise<void> {
  const left = await change<number>((at, done) => {
    for (const id of ids) at.delete(REQUEST + id)
    const names = at.getAllKeys()
    names.onsuccess = () => {
      const { length } = names.result.filter(isRequest)
      if (length === 0) at.clear()
      done(length)
    }
  }, 0)
  setRequestMark(left === 0 ? null : `${ids[0]} gone`)
}
