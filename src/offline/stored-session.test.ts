import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEPT_BYTES, KEPT_MS } from '../device/limits.ts'
import { allPages, clearPages, pagesGeneration, putPages } from '../device/pages-store.ts'
import { newTextKey, openWith, type Seal, sealWith } from '../device/seal.ts'
import { KEEP_FOR_STAFF, restorePages, writePages } from './keep-pages.ts'

const VERSION = '1 build'
const KEY = ['appointments', 'lists', 'day', 'fct', '2026-03-02']
const ROWS = { data: [{ id: '1', name: 'Ada Obi' }] }

async function newSeal(): Promise<Seal> {
  const key = await newTextKey(false)
  return { seal: (text) => sealWith(key, text), open: (sealed) => openWith(key, sealed) }
}

function newClient(): QueryClient {
  const client = new QueryClient()
  client.setQueryDefaults(['appointments'], { meta: KEEP_FOR_STAFF, gcTime: KEPT_MS })
  return client
}

describe('kept pages', () => {
  const stored = new Map<string, string>()
  let seal: Seal

  beforeEach(async () => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
    vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} })
    seal = await newSeal()
    stored.set('keptPages', '1')
    await clearPages()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** What one load of the app is answered, and writes down. */
  async function seen(fill: (client: QueryClient) => void, pages: number): Promise<void> {
    const client = newClient()
    const stop = await writePages({ client, seal, version: VERSION })
    fill(client)
    await vi.waitUntil(async () => (await allPages()).length === pages, { timeout: 5_000 })
    stop()
    client.clear()
  }

  /** What the next load finds. */
  async function found(version = VERSION, by = seal): Promise<QueryClient> {
    const client = newClient()
    await restorePages({ client, seal: by, version })
    return client
  }

  it('are there again after a restart, as old as they are, and are asked for anew', async () => {
    const updatedAt = Date.now() - 3_600_000
    await seen((client) => client.setQueryData(KEY, ROWS, { updatedAt }), 1)
    const client = await found()
    expect(client.getQueryData(KEY)).toEqual(ROWS)
    expect(client.getQueryState(KEY)).toMatchObject({ dataUpdatedAt: updatedAt, isInvalidated: true })
    client.clear()
  })

  it('are nowhere in the clear', async () => {
    await seen((client) => client.setQueryData(KEY, ROWS), 1)
    const [page] = await allPages()
    const bytes = new Uint8Array(page?.sealed.bytes ?? new ArrayBuffer())
    expect(JSON.stringify({ ...page, sealed: String.fromCharCode(...bytes) })).not.toContain('Ada Obi')
  })

  it('do not open with another key, nor after they were tampered with', async () => {
    await seen((client) => client.setQueryData(KEY, ROWS), 1)
    expect((await found(VERSION, await newSeal())).getQueryData(KEY)).toBeUndefined()
    const [page] = await allPages()
    if (!page) throw new Error('Nothing was kept.')
    new Uint8Array(page.sealed.bytes)[0]! ^= 1
    await putPages(pagesGeneration(), [page])
    expect((await found()).getQueryData(KEY)).toBeUndefined()
  })

  it.each([
    { what: 'another build', age: 0, version: '1 other' },
    { what: 'more than 72 hours ago', age: KEPT_MS + 60_000, version: VERSION },
  ])('of $what are deleted instead of read', async ({ age, version }) => {
    await seen((client) => client.setQueryData(KEY, ROWS), 1)
    const [page] = await allPages()
    if (!page) throw new Error('Nothing was kept.')
    await putPages(pagesGeneration(), [{ ...page, updatedAt: Date.now() - age }])
    expect((await found(version)).getQueryData(KEY)).toBeUndefined()
    expect(await allPages()).toEqual([])
  })

  it('stay sealed when the session ends while they are opened', async () => {
    await seen((client) => client.setQueryData(KEY, ROWS), 1)
    const client = newClient()
    let isOver = false
    const restored = restorePages({ client, seal, version: VERSION, isWanted: () => !isOver })
    isOver = true
    expect(await restored).toBe(0)
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('survive a later question that failed', async () => {
    await seen((client) => client.setQueryData(KEY, ROWS), 1)
    const client = await found()
    const stop = await writePages({ client, seal, version: VERSION })
    await client.refetchQueries({ queryKey: KEY }).catch(() => {})
    await client
      .fetchQuery({ queryKey: KEY, queryFn: () => Promise.reject(new Error('away')), retry: false })
      .catch(() => {})
    stop()
    client.clear()
    expect((await found()).getQueryData(KEY)).toEqual(ROWS)
  })

  it('are those that are meant to be kept, and no others', async () => {
    await seen((client) => {
      client.setQueryData(['preview'], ROWS)
      client.setQueryData(KEY, ROWS)
    }, 1)
    expect((await allPages()).map(({ name }) => name)).toEqual([JSON.stringify(KEY)])
  })

  it('take no more than 5 MB: the oldest make room', async () => {
    const large = { text: 'x'.repeat(KEPT_BYTES / 4) }
    const client = newClient()
    const stop = await writePages({ client, seal, version: VERSION })
    for (let i = 1; i <= 6; i++)
      client.setQueryData([...KEY, i], large, { updatedAt: Date.now() - i * 1_000 })
    const names = async () => (await allPages()).map(({ name }) => JSON.parse(name).at(-1)).sort()
    await vi.waitUntil(async () => String(await names()) === '1,2,3', { timeout: 5_000 })
    stop()
    client.clear()
  })

  it('that were being sealed while all were deleted are not stored after it', async () => {
    const of = pagesGeneration()
    const page = { name: 'late', sealed: await seal.seal('Ada'), updatedAt: Date.now(), version: VERSION }
    await clearPages()
    await putPages(of, [page])
    expect(await allPages()).toEqual([])
  })

  it('that come while those before them are being deleted are found again', async () => {
    const page = { name: 'new', sealed: await seal.seal('Ada'), updatedAt: Date.now(), version: VERSION }
    const deleted = clearPages()
    await putPages(pagesGeneration(), [page])
    await deleted
    expect((await allPages()).map(({ name }) => name)).toEqual(['new'])
  })

  it('are deleted in each tab, also when another one has taken the mark away before', async () => {
    const page = { name: 'late', sealed: await seal.seal('Ada'), updatedAt: Date.now(), version: VERSION }
    await putPages(pagesGeneration(), [page])
    stored.delete('keptPages')
    await clearPages()
    stored.set('keptPages', '1')
    expect(await allPages()).toEqual([])
  })
})
