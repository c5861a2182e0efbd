import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { sealerFor } from '../../../seal/format.ts'
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
  const pages = await import('../sealed-pages.ts')
  const sealed = await import('../../../seal/store.ts')
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
    /** Stores a page of the owner, sealed for the tablet's key. */
    async keep(text: string, owner = OWNER) {
      const key = await tablet.tabletKey()
      if (!key) throw new Error('Nothing can be sealed for this tablet.')
      const seal = await sealerFor(key)
      const [person, page] = await Promise.all([
        seal(text, { question: sealed.PERSON, at: 0 }),
        seal(text, { question: 'a day', at: 0 }),
      ])
      await pages.holdPagesKey({ id: key.id, publicKey: key.publicKey, owner, person })
      await sealed.putAnswer('a day', page)
    },
    /** What of the stored page can be read now; undefined: there is none. */
    async reads(): Promise<string | null | undefined> {
      const [page] = await sealed.storedAnswers()
      return page && ((await tablet.tabletKey())?.open(page.sealed, page.question) ?? null)
    },
  }
}
export type Tab = Awaited<ReturnType<typeof openTab>>

/** Keys under `PIN` as tablets had them before they were ECDH's. */
export async function formerKeys(): Promise<SetUpTablet['keys']> {
  const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const pair = await crypto.subtle.generateKey(
    { ...RSA, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['wrapKey', 'unwrapKey'],
  )
  const deviceKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const [salt, pinIv, deviceIv, iterations] = [random(16), random(12), random(12), 600_000]
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(PIN), 'PBKDF2', false, [
    'deriveKey',
  ])
  const pinKey = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    typed,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey'],
  )
  const underPin = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, pinKey, {
    name: 'AES-GCM',
    iv: pinIv,
  })
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: deviceIv }, deviceKey, underPin)
  return { publicKey: pair.publicKey, deviceKey, wrapped: { bytes, deviceIv, pinIv, salt, iterations } }
}

let keys: SetUpTablet['keys'] | undefined
/** Keys under `PIN`, made once for a file of tests, as that takes its time. */
export async function keysOfPin() {
  keys ??= await makeKeys(PIN)
  return keys
}
