import { IDBFactory } from 'fake-indexeddb'
import { get, set, type UseStore } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from './in-transaction.ts'
import { openStore } from './open-store.ts'

let page: EventTarget
let store: UseStore
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('onpagehide', null)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  store = openStore('some', 'store')
})

const leave = (isPutAside: boolean) =>
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: isPutAside }))

describe('a page that is left during a write', () => {
  const leaveWhileWriting = (isPutAside: boolean, commits = false) =>
    inTransaction(
      store,
      (at) => {
        at.put('new', 'word').onsuccess = () => leave(isPutAside)
        if (commits) at.transaction.commit()
      },
      undefined,
    )

  it('aborts the write when it is frozen, so that the next reader gets an answer', async () => {
    await set('word', 'old', store)
    await expect(leaveWhileWriting(true)).rejects.toThrow()
    expect(await get('word', openStore('some', 'store'))).toBe('old')
  })

  it('keeps a write that was committed', async () => {
    await leaveWhileWriting(true, true)
    expect(await get('word', store)).toBe('new')
  })

  it('leaves the write to the browser when the page is unloaded', async () => {
    await leaveWhileWriting(false)
    expect(await get('word', store)).toBe('new')
  })
})

it('a finished write is not aborted', async () => {
  await set('word', 'old', store)
  leave(true)
  expect(await get('word', store)).toBe('old')
})

it('the store opens where no page can be frozen, as in a service worker', async () => {
  vi.unstubAllGlobals()
  vi.stubGlobal('indexedDB', new IDBFactory())
  const worker = openStore('some', 'store')
  await set('word', 'kept', worker)
  expect(await get('word', worker)).toBe('kept')
})
