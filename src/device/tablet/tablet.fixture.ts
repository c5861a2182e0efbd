import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { signedInAs } from '../../session/signed-in.fixture.ts'
import { makeKeys } from './keys.ts'
import type { SetUpTablet } from './tablet-record.ts'

export const PIN = '246810'
export const WRONG = '135790'
export const DEVICE = { id: 'the-tablet', name: 'Front desk', token: 'token of the tablet' }
export const OWNER = '0199aaaa-0000-7000-8000-000000000001'

/** Making keys and trying PINs takes its time on purpose, and more where other tests run beside it. */
export const SLOW = { testTimeout: 30_000, hookTimeout: 30_000 }

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

/** Another tab on the device, or the app after a restart: it knows only what the device keeps. */
export async function openTab() {
  vi.resetModules()
  const tablet = await import('../../offline/tablet/index.ts')
  const pages = await import('../pages-store.ts')
  const { isTablet, tabletMark, setTabletMark } = await import('./mark.ts')
  const { readTablet, writeTablet } = await import('./tablet-record.ts')
  const { keepSessionAtom, tokenAtom } = await import('../../session/session-atoms.ts')
  const { store } = await import('../../session/store.ts')
  return {
    ...tablet,
    signIn: () => store.set(keepSessionAtom, signedInAs('ada')),
    isSignedIn: () => store.get(tokenAtom) !== null,
    isTablet,
    tabletMark,
    readTablet,
    /** Makes the device a tablet as `setUpTablet` does, with keys that are there already. */
    async setUp(keys: SetUpTablet['keys'], tries = 0) {
      await writeTablet({ state: 'set_up', device: DEVICE, keys, tries })
      setTabletMark('set_up')
    },
    /** Whatever may lie there after a fault. */
    writeAnything: (record: unknown) => writeTablet(record as SetUpTablet),
    pagesOwner: pages.pagesOwner,
    /** Keeps a page of the owner, sealed as the tablet seals. */
    async keep(text: string, owner = OWNER) {
      const seal = await tablet.tabletSeal()
      const sealed = await seal.seal(text)
      const page = { name: 'a day', sealed, updatedAt: 0, version: '1' }
      await pages.putPages(pages.pagesGeneration(), [page], { id: owner, sealed })
    },
    /** What of the kept page can be read now; undefined: there is none. */
    async reads(): Promise<string | null | undefined> {
      const [page] = await pages.allPages()
      return page && (await tablet.tabletSeal()).open(page.sealed)
    },
  }
}
export type Tab = Awaited<ReturnType<typeof openTab>>

let keys: SetUpTablet['keys'] | undefined
/** Keys under `PIN`, made once for a file of tests, as that takes its time. */
export async function keysOfPin() {
  keys ??= await makeKeys(PIN)
  return keys
}
