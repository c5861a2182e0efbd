import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { sealerFor } from '../../../seal/format.ts'
import { signedInAs } from '../../session/signed-in.fixture.ts'
import { makeKeys, type TabletKeys } from './keys.ts'
import type { Device, SetUpTablet } from './tablet-record.ts'

export const PIN = '246810'
export const WRONG = '135790'
export const DEVICE = { id: 'the-tablet', name: 'Front desk', token: 'token of the tablet' }
export const OWNER = '0199aaaa-0000-7000-8000-000000000001'

/** Making keys and trying PINs takes its time on purpose, and more where other tests run beside it. */
export const SLOW = { testTimeout: 120_000, hookTimeout: 120_000 }

/** A device that keeps nothing yet. */
export function newDevice(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('indexedDB', new IDBFactory())
}

/** Another tab on the device, or the app after a restart: it knows only stored values. */
export async function openTab() {
  vi.resetModules()
  const tablet = await import('../../offline/tablet/index.ts')
  const pages = await import('../sealed-pages.ts')
  const sealed = await import('../../../seal/store.ts')
  const { isTablet, tabletMark, setTabletMark } = await import('./mark.ts')
  const { readTablet, writeTablet } = await import('./tablet-record.ts')
  const { keepSessionAtom, tokenAtom } = await import('../../session/session-atoms.ts')
  const { store } = await import('../../store.ts')
  return {
    ...tablet,
    unlock: (pin: string) => tablet.unlock(OWNER, pin),
    triesLeft: () => tablet.triesLeft(OWNER),
    tabletKey: () => tablet.tabletKey(OWNER),
    /** Makes the device a tablet, with one person. */
    async setUpTablet(device: Device, pin: string, person = { id: OWNER, name: 'Ada' }) {
      await tablet.setUpTablet(device, person, (await tablet.newPin(device, pin)).keys)
    },
    signIn: () => store.set(keepSessionAtom, signedInAs('ada')),
    isSignedIn: () => store.get(tokenAtom) !== null,
    isTablet,
    tabletMark,
    readTablet,
    /** Makes the device a tablet as `setUpTablet` does, with keys that are there already. */
    async setUp(keys: TabletKeys, tries = 0) {
      await writeTablet({
        state: 'set_up',
        device: DEVICE,
        people: [{ id: OWNER, name: 'Ada', keys, tries }],
      })
      setTabletMark('set_up')
    },
    /** Whatever may lie there after a fault. */
    writeAnything: (record: unknown) => writeTablet(record as SetUpTablet),
    pagesOwner: pages.pagesOwner,
    /** Stores a page of the owner, sealed for the tablet's key. */
    async keep(text: string, owner = OWNER) {
      const key = await tablet.tabletKey(OWNER)
      if (!key) throw new Error('Nothing can be sealed for this tablet.')
      const seal = await sealerFor(key)
      const [person, page] = await Promise.all([
        seal(text, { question: sealed.PERSON, at: 0 }),
        seal(text, { question: 'a day', at: 0 }),
      ])
      await pages.holdPagesKey({ id: key.id, publicKey: key.publicKey, owner, person })
      await sealed.putAnswer('a day', page)
    },
    /** Readable part of the stored page; undefined: none. */
    async reads(): Promise<string | null | undefined> {
      const [page] = await sealed.storedAnswers()
      return page && ((await tablet.tabletKey(OWNER))?.open(page.sealed, page.question) ?? null)
    },
  }
}
export type Tab = Awaited<ReturnType<typeof openTab>>

let keys: TabletKeys | undefined
/** Keys under `PIN`, made once for a file of tests, as that takes its time. */
export async function keysOfPin() {
  keys ??= await makeKeys(PIN)
  return keys
}
