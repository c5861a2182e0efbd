import type { UseStore } from 'idb-keyval'

/** The work of a transaction. @param done sets its result, until the transaction is done */
export type TransactionWork<T> = (at: IDBObjectStore, done: (result: T) => void) => void

/**
 * Runs in one transaction, which is done when the promise settles.
 * @param otherwise the result where none is set
 * @throws what the browser says, as when its storage is full
 */
export const inTransaction = <T>(store: UseStore, work: TransactionWork<T>, otherwise: T): Promise<T> =>
  store(
    'readwrite',
    (at) =>
      new Promise<T>((resolve, reject) => {
        let result = otherwise
        const { transaction } = at
        transaction.oncomplete = () => resolve(result)
        transaction.onabort = () => reject(transaction.error)
        work(at, (value) => {
          result = value
        })
      }),
  )
