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

describe('a page that is left with a write under way', () => {
  const leaveWhileWriting = (isPutAside: boolean, commits = false) =>
    inTransaction(
      store,
      (at) => {
        at.put('new', 'word').onsuccess = () => leave(isPutAside)
        if (commits) at.transaction.commit()
      },
      undefined,
    )

  it('gives it up when it is put aside: whoever comes next gets an answer', async () => {
    await set('word', 'old', store)
    await expect(leaveWhileWriting(true)).rejects.toThrow()
    expect(await get('word', openStore('some', 'store'))).toBe('old')
  })

  it('still does it when it was committed', async () => {
    await leaveWhileWriting(true, true)
    expect(await get('word', store)).toBe('new')
  })

  it('leaves it to the browser when the page goes for good', async () => {
    await leaveWhileWriting(false)
    expect(await get('word', store)).toBe('new')
  })
})

it('what is done is not given up', async () => {
  await set('word', 'old', store)
  leave(true)
  expect(await get('word', store)).toBe('old')
})

it('opens where no page can be put aside, as in a service worker', async () => {
  vi.unstubAllGlobals()
  vi.stubGlobal('indexedDB', new IDBFactory())
  const worker = openStore('some', 'store')
  await set('word', 'kept', worker)
  expect(await get('word', worker)).toBe('kept')
})
