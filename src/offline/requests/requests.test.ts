import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEVICE, PIN, SLOW } from '../../device/tablet/tablet.fixture.ts'
import { signedInAs } from '../../session/signed-in.fixture.ts'

vi.setConfig(SLOW)

const ADA = signedInAs('ada')
const EZE = signedInAs('eze')
const SAID = {
  by: { id: 'ada', name: 'Dr. Ada Obi' },
  name: 'Ngozi Eze',
  phone: '0803 555 0101',
  body: {
    location: 'fct',
    appointment_date: '2030-03-05',
    start_time: '10:00',
    channel: 'phone' as const,
    patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
  },
}

function storage(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** A load of a page. @param tab its own storage; the device's is shared */
async function load(tab = new Map<string, string>()) {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', storage(tab))
  const { store } = await import('../../store.ts')
  const atoms = await import('../../session/session-atoms.ts')
  const { takeSessionKey } = await import('../session-key.ts')
  const asked = await import('./requests.ts')
  const { offlineRequestsAtom } = await import('./requests-atom.ts')
  const tablet = await import('../tablet/index.ts')
  const { changeTablet } = await import('../../device/tablet/tablet-record.ts')
  const stored = await import('../../device/request-store.ts')
  const { mayHaveRequests } = await import('../../device/request-mark.ts')
  return {
    ...asked,
    ...stored,
    mayHaveRequests,
    unlock: tablet.unlock,
    lock: tablet.lock,
    /** Gives people a PIN each at this device. */
    async becomeTablet(...people: { id: string; books?: boolean }[]) {
      for (const { id, books } of people) {
        const { keys } = await tablet.newPin(DEVICE, PIN)
        await tablet.setUpTablet(DEVICE, { id, name: id }, keys)
        await changeTablet((record) =>
          record.state === 'set_up'
            ? {
                ...record,
                people: record.people.map((each) =>
                  each.id === id && books !== undefined ? { ...each, books } : each,
                ),
              }
            : null,
        )
      }
    },
    async signIn(as = ADA, { key = true } = {}) {
      store.set(atoms.keepSessionAtom, as)
      if (key) await takeSessionKey(tab.get('pagesKey') ?? null)
    },
    signOut: () => store.set(atoms.forgetSessionAtom),
    shown: () => store.get(offlineRequestsAtom)?.requests.map(({ number, name }) => [number, name]),
    names: async () => (await asked.readRequests()).requests.map(({ name }) => name),
  }
}

/** Everything stored on the device, as text. */
async function onDevice(): Promise<string> {
  const { storedRequests } = await import('../../device/request-store.ts')
  const decode = (value: unknown): unknown =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? new TextDecoder('latin1').decode(value as ArrayBuffer)
      : value
  return JSON.stringify(await storedRequests(), (_, value) => decode(value))
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an offline request', () => {
  it('lies on the device sealed, and is read with the session it was saved in, over a reload too', async () => {
    const tab = new Map<string, string>()
    const page = await load(tab)
    await page.signIn()
    expect(await page.saveRequest(SAID)).toBe(1)
    expect(await page.saveRequest({ ...SAID, name: 'Musa Bello' })).toBe(2)
    expect(page.shown()).toEqual([
      [1, 'Ngozi Eze'],
      [2, 'Musa Bello'],
    ])
    for (const word of ['Ngozi Eze', 'Musa Bello', '555 0101', 'Ada Obi'])
      expect(await onDevice()).not.toContain(word)
    const again = await load(tab)
    await again.signIn()
    expect(await again.names()).toEqual(['Ngozi Eze', 'Musa Bello'])
  })

  it('is neither shown nor readable once its session is over, and is known to be there', async () => {
    const page = await load()
    await page.signIn()
    await page.saveRequest(SAID)
    page.signOut()
    expect(page.shown()).toBeUndefined()
    const next = await load()
    await next.signIn(EZE)
    const { requests, closed } = await next.readRequests()
    expect([requests, closed.map(({ number, by }) => [number, by])]).toEqual([[], [[1, 'ada']]])
    await next.forgetRequests(closed.map(({ id }) => id))
    expect([await next.storedRequests(), next.mayHaveRequests()]).toEqual([[], false])
  })

  it('is refused where there is no key to seal it for', async () => {
    const page = await load()
    await page.signIn(ADA, { key: false })
    expect(await page.whereSaved({ id: 'ada' })).toBeNull()
    await expect(page.saveRequest(SAID)).rejects.toMatchObject({ why: 'no_key' })
    expect(await page.storedRequests()).toEqual([])
  })

  it('is in this tab alone where the browser seals nothing, as without HTTPS', async () => {
    const page = await load()
    await page.signIn(ADA, { key: false })
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    expect(await page.whereSaved({ id: 'ada' })).toBe('tab')
    expect(await page.saveRequest(SAID)).toBe(1)
    expect(page.shown()).toEqual([[1, 'Ngozi Eze']])
    for (const word of ['Ngozi', '555 0101']) expect(await onDevice()).not.toContain(word)
    const [request] = (await page.readRequests()).requests
    expect(await page.correctRequest(request!, { name: 'Musa Bello' })).toMatchObject({ name: 'Musa Bello' })
    const again = await load()
    await again.signIn(ADA, { key: false })
    const { requests, closed } = await again.readRequests()
    expect([requests, closed.map(({ number }) => number)]).toEqual([[], [1]])
  })

  it('is refused as the fifty-first, and the numbers go on after one has gone', async () => {
    const page = await load()
    await page.signIn()
    for (let i = 1; i <= 50; i++) expect(await page.saveRequest(SAID)).toBe(i)
    await expect(page.saveRequest(SAID)).rejects.toMatchObject({ why: 'too_many' })
    const [first] = (await page.readRequests()).requests
    await page.forgetRequests([String(first?.id)])
    expect(await page.saveRequest(SAID)).toBe(51)
  })

  it('is refused where the device is full, and what there was stays', async () => {
    const page = await load()
    await page.signIn()
    await page.saveRequest(SAID)
    const full = new DOMException('full', 'QuotaExceededError')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw full
    })
    await expect(page.saveRequest(SAID)).rejects.toMatchObject({ why: 'no_room' })
    expect(await page.names()).toEqual(['Ngozi Eze'])
  })

  it('is the same booking as one that was sent and not answered', async () => {
    const page = await load()
    await page.signIn()
    const key = '0199aaaa-0000-4000-8000-0000000000ff'
    await page.saveRequest({ ...SAID, key })
    const [request] = (await page.readRequests()).requests
    expect([request?.key, request?.triedAt]).toEqual([key, request?.at])
  })

  it('is another booking once it is corrected, in the tab that was first', async () => {
    const page = await load()
    await page.signIn()
    await page.saveRequest(SAID)
    const [before] = (await page.readRequests()).requests
    const now = await page.correctRequest(before!, { name: 'Ngozi Okafor' })
    expect([now?.name, now?.number, now?.key === before!.key]).toEqual(['Ngozi Okafor', 1, false])
    expect(await page.correctRequest(before!, { name: 'Ngozi Bello' })).toBeNull()
    expect(await page.names()).toEqual(['Ngozi Okafor'])
  })
})

describe('on a reception tablet', () => {
  it('opens for its writer and for who books there, each by their PIN, and for nobody else', async () => {
    const page = await load()
    await page.becomeTablet({ id: 'ada' }, { id: 'eze', books: true }, { id: 'bola', books: false })
    await page.signIn(ADA, { key: false })
    await page.saveRequest(SAID)
    // Signed in by a password: what was just said is there, without the PIN.
    expect(await page.names()).toEqual(['Ngozi Eze'])
    const opens = async (id: string) => {
      const tab = await load()
      await tab.signIn(signedInAs(id), { key: false })
      const locked = await tab.names()
      await tab.unlock(id, PIN)
      const names = await tab.names()
      tab.lock()
      return [locked, names, await tab.names()]
    }
    expect(await opens('ada')).toEqual([[], ['Ngozi Eze'], []])
    expect(await opens('eze')).toEqual([[], ['Ngozi Eze'], []])
    expect(await opens('bola')).toEqual([[], [], []])
  })
})
