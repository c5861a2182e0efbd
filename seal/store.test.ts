import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SEALED_BYTES, SEALED_MS } from '../contract/seal-limits.ts'
import type { Sealed } from './format.ts'

type Store = typeof import('./store.ts')
const NOW = 1_900_000_000_000

/** Another tab, or the service worker: it shares the database and nothing else. */
async function openContext(): Promise<Store> {
  vi.resetModules()
  return import('./store.ts')
}

let store: Store
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  store = await openContext()
})

const sealedFor = (keyId: string, at = NOW, size = 10): Sealed => ({
  keyId,
  schema: 1,
  at,
  from: new Uint8Array(),
  iv: new Uint8Array(),
  bytes: new ArrayBuffer(size),
})
const hold = (id: string, owner = 'ada', at: Store = store) =>
  at.setStoredKey({ id, publicKey: new Uint8Array(), owner, person: sealedFor(id) }, () => {})
const clear = (only?: string, at: Store = store) => at.clearStore({ only, within: () => {} })
const questions = async () => (await store.storedAnswers()).map(({ question }) => question).sort()

describe('an answer is stored for the current key', () => {
  it('and for no other key, nor without one', async () => {
    expect(await store.putAnswer('a', sealedFor('one'))).toBe(false)
    await hold('one')
    expect([
      await store.putAnswer('a', sealedFor('one')),
      await store.putAnswer('b', sealedFor('two')),
    ]).toEqual([true, false])
    expect(await questions()).toEqual(['a'])
  })

  it('not after a deletion that came before it, in whichever context', async () => {
    await hold('one')
    const worker = await openContext()
    const [, stored] = await Promise.all([clear(), worker.putAnswer('late', sealedFor('one'))])
    expect([stored, await questions(), await store.storedKey()]).toEqual([false, [], null])
  })

  it('until another key or person takes its place; the same key keeps everything', async () => {
    await hold('one')
    await store.putAnswer('a', sealedFor('one'))
    await hold('one')
    expect(await questions()).toEqual(['a'])
    await hold('two')
    expect(await questions()).toEqual([])
    await store.putAnswer('a', sealedFor('two'))
    await hold('two', 'chidi')
    expect(await questions()).toEqual([])
  })

  it('in its later version, when two overtook each other', async () => {
    await hold('one')
    await store.putAnswer('a', sealedFor('one', NOW + 1))
    expect(await store.putAnswer('a', sealedFor('one', NOW))).toBe(false)
    expect((await store.storedAnswers())[0]?.sealed.at).toBe(NOW + 1)
  })

  it('in place of one from when the server’s clock was hours ahead', async () => {
    await hold('one')
    await store.putAnswer('a', sealedFor('one', NOW + 3_600_000))
    expect(await store.putAnswer('a', sealedFor('one', NOW))).toBe(true)
    expect((await store.storedAnswers())[0]?.sealed.at).toBe(NOW)
  })
})

describe('the room for stored answers', () => {
  const size = SEALED_BYTES / 4

  it('is 5 MB, and the oldest make way', async () => {
    await hold('one')
    for (let i = 1; i <= 6; i++) await store.putAnswer(String(i), sealedFor('one', NOW - i * 1_000, size))
    expect(await questions()).toEqual(['1', '2', '3', '4'])
    await store.putAnswer('new', sealedFor('one', NOW, size))
    expect(await questions()).toEqual(['1', '2', '3', 'new'])
  })

  it('is 5 MB for two tabs in all, whatever comes at once', async () => {
    await hold('one')
    const contexts = [store, await openContext(), await openContext()]
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        contexts[i % 3]?.putAnswer(`${i % 3} ${i}`, sealedFor('one', NOW + i, SEALED_BYTES / 10)),
      ),
    )
    const found = await store.storedAnswers()
    expect(found).toHaveLength(10)
    expect(found.reduce((sum, { sealed }) => sum + sealed.bytes.byteLength, 0)).toBeLessThanOrEqual(
      SEALED_BYTES,
    )
  })

  it('counts an answer that comes again once', async () => {
    await hold('one')
    for (let i = 1; i <= 6; i++) await store.putAnswer('same', sealedFor('one', NOW + i, size))
    await store.putAnswer('other', sealedFor('one', NOW, size))
    expect(await questions()).toEqual(['other', 'same'])
  })

  it('excludes answers older than 72 hours', async () => {
    await hold('one')
    await store.putAnswer('old', sealedFor('one', NOW - SEALED_MS - 1))
    expect(await questions()).toEqual(['old'])
    await store.putAnswer('new', sealedFor('one', NOW))
    expect(await questions()).toEqual(['new'])
  })

  it('is free again after a deletion', async () => {
    await hold('one')
    await store.putAnswer('a', sealedFor('one', NOW, SEALED_BYTES))
    await store.dropAnswers(['a', 'unknown'])
    expect(await questions()).toEqual([])
    await store.putAnswer('b', sealedFor('one', NOW - 1, SEALED_BYTES))
    expect(await questions()).toEqual(['b'])
  })
})

describe('a deletion', () => {
  it('of one session leaves what another has begun', async () => {
    await hold('two')
    await store.putAnswer('a', sealedFor('two'))
    await clear('one')
    expect([await questions(), (await store.storedKey())?.id]).toEqual([['a'], 'two'])
    await clear('two')
    expect([await questions(), await store.storedKey()]).toEqual([[], null])
  })

  it('leaves nothing at all', async () => {
    await hold('one')
    await store.putAnswer('a', sealedFor('one'))
    await clear()
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('enamel-sealed')
      open.onsuccess = () => resolve(open.result)
    })
    const count = database.transaction('sealed').objectStore('sealed').count()
    expect(await new Promise((resolve) => (count.onsuccess = () => resolve(count.result)))).toBe(0)
  })
})

it('the store keeps no key that could not be marked', async () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  const key = { id: 'one', publicKey: new Uint8Array(), owner: 'ada', person: sealedFor('one') }
  await expect(store.setStoredKey(key, refuse)).rejects.toBeTruthy()
  expect(await store.storedKey()).toBeNull()
})

it('the store of earlier versions is deleted', async () => {
  const open = indexedDB.open('enamel-pages')
  open.onsuccess = () => open.result.close()
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).toContain('enamel-pages'),
  )
  store.forgetFormerStore()
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
})
