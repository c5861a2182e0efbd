import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setStoredKey, storedKey } from '../../seal/store.ts'
import { store } from '../store.ts'
import { forgetLeftPages } from './left-pages.ts'
import { keepSessionAtom } from './session-atoms.ts'
import { signedInAs } from './signed-in.fixture.ts'

const none = new Uint8Array()
const person = { keyId: 'one', schema: 1, at: 0, from: none, iv: none, bytes: none.buffer }
let marks: Map<string, string>
/** The Web Lock of other tabs that hold a session. */
let tabs: { release: () => Promise<void> }[]

async function openTab(): Promise<{ release: () => Promise<void> }> {
  let release = () => {}
  let lock = Promise.resolve()
  await new Promise<void>((isHeld) => {
    lock = navigator.locks.request('enamel-session', { mode: 'shared' }, () => {
      isHeld()
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
  })
  const tab = {
    release: () => {
      release()
      return lock
    },
  }
  tabs.push(tab)
  return tab
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  marks = new Map()
  tabs = []
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => marks.get(key) ?? null,
    setItem: (key: string, text: string) => void marks.set(key, text),
    removeItem: (key: string) => void marks.delete(key),
  })
  await setStoredKey({ id: 'one', publicKey: none, owner: 'ada', person }, () =>
    localStorage.setItem('storedPages', '1'),
  )
})
afterEach(async () => {
  for (const { release } of tabs) await release()
  vi.useRealTimers()
})

it('pages of a tab that is being reloaded stay, and are deleted once it is gone', async () => {
  const before = await openTab()
  await before.release()
  // The other one opens while nobody holds a session.
  forgetLeftPages()
  vi.advanceTimersByTime(2_000)
  const again = await openTab()
  vi.advanceTimersByTime(10_000)
  // Tests of one process share its locks.
  await vi.waitFor(async () =>
    expect((await navigator.locks.query()).pending).toContainEqual(
      expect.objectContaining({ name: 'enamel-session', mode: 'exclusive' }),
    ),
  )
  expect((await storedKey())?.owner).toBe('ada')

  await again.release()
  forgetLeftPages()
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(async () => expect([await storedKey(), marks.size]).toEqual([null, 0]))
})

it('pages of a session that began meanwhile stay', async () => {
  vi.stubGlobal('navigator', {})
  forgetLeftPages()
  store.set(keepSessionAtom, signedInAs('ada'))
  vi.advanceTimersByTime(10_000)
  expect((await storedKey())?.owner).toBe('ada')
})
