import { hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { clock, deviceTime, trueTime } from '../clock.ts'
import { KEPT_BYTES, KEPT_MS } from '../device/limits.ts'
import { allPages, dropPages, type KeptPage, pagesGeneration, putPages } from '../device/pages-store.ts'
import type { Seal } from '../device/seal.ts'

/** To be counted up when what a query holds changes its shape. */
const SCHEMA = 1
/** Changes that come together are written together, in milliseconds. */
const WRITE_AFTER_MS = 500

/** Which queries are kept sealed for the staff member who is signed in. */
export const KEEP_FOR_STAFF = { keep: 'staff' } as const

const isKept = ({ meta, state }: Query) => meta?.keep === KEEP_FOR_STAFF.keep && state.data !== undefined

/** Of pages that were written by another build or schema nothing is read. The address of the entry names the build. */
export const pagesVersion = () =>
  `${SCHEMA} ${document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''}`

type Options = { client: QueryClient; seal: Seal; version: string }

/**
 * Brings what is kept on this device back into memory. What is too old, or of another version, is deleted; what cannot
 * be opened is left alone.
 * @param isWanted asked at the end: the session may have ended while pages were opened, and the memory been emptied
 * @returns how many pages that were
 */
export async function restorePages({
  client,
  seal,
  version,
  isWanted = () => true,
}: Options & { isWanted?: () => boolean }): Promise<number> {
  const now = clock.now().getTime()
  const found = await allPages()
  const isGood = (page: KeptPage) => page.version === version && now - page.updatedAt <= KEPT_MS
  const opened = await Promise.all(
    found.filter(isGood).map(async ({ name, sealed, updatedAt }) => {
      const text = await seal.open(sealed)
      return text === null ? [] : [{ name, updatedAt, ...JSON.parse(text) }]
    }),
  )
  await dropPages(found.filter((page) => !isGood(page)).map(({ name }) => name))
  if (!isWanted()) return 0
  const queries = opened.flat().map(({ name, updatedAt, queryKey, data }) => ({
    queryHash: name,
    queryKey,
    dehydratedAt: now,
    state: restored(data, deviceTime(updatedAt)),
    meta: KEEP_FOR_STAFF,
  }))
  hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: KEPT_MS } } })
  return queries.length
}

/** A query that had a good answer then, whatever became of later questions, and whose answer is asked for anew. */
const restored = (data: unknown, dataUpdatedAt: number) => ({
  data,
  dataUpdateCount: 0,
  dataUpdatedAt,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  // However fresh it is: a reload finds out whether the server is there.
  isInvalidated: true,
  status: 'success' as const,
  fetchStatus: 'idle' as const,
})

/** From now on seals and stores what kept queries are answered. @returns a function that ends it */
export async function writePages({ client, seal, version }: Options): Promise<() => void> {
  const sizes = new Map<string, { bytes: number; updatedAt: number }>()
  for (const { name, sealed, updatedAt } of await allPages()) {
    sizes.set(name, { bytes: sealed.bytes.byteLength, updatedAt })
  }
  const changed = new Map<string, Query>()
  const written = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const of = pagesGeneration()
    const batch = [...changed.values()]
    changed.clear()
    const pages = await Promise.all(
      batch.map(async ({ queryHash: name, queryKey, state }): Promise<KeptPage> => {
        const updatedAt = trueTime(state.dataUpdatedAt)
        return {
          name,
          sealed: await seal.seal(JSON.stringify({ queryKey, data: state.data })),
          updatedAt,
          version,
        }
      }),
    )
    await putPages(of, pages)
    for (const { name, sealed, updatedAt } of pages)
      sizes.set(name, { bytes: sealed.bytes.byteLength, updatedAt })
    await makeRoom(sizes)
  }

  function note(query: Query): void {
    if (!isKept(query) || written.get(query.queryHash) === query.state.dataUpdatedAt) return
    written.set(query.queryHash, query.state.dataUpdatedAt)
    changed.set(query.queryHash, query)
    // A full disk, or a browser that refuses: then there is less to read without a connection.
    timer ??= setTimeout(() => void write().catch(() => {}), WRITE_AFTER_MS)
  }

  const cache = client.getQueryCache()
  // What has just been restored is stored already.
  for (const query of cache.getAll()) {
    if (sizes.has(query.queryHash)) written.set(query.queryHash, query.state.dataUpdatedAt)
    else note(query)
  }
  const stop = cache.subscribe(({ type, query }) => type === 'updated' && note(query))
  // The app may be ended any time after it has been put aside.
  const onHide = () => document.visibilityState === 'hidden' && timer && void write().catch(() => {})
  document.addEventListener('visibilitychange', onHide)
  return () => {
    clearTimeout(timer)
    stop()
    document.removeEventListener('visibilitychange', onHide)
  }
}

/** Drops what is too old, and the oldest pages as far as they would take more room than they may. */
async function makeRoom(sizes: Map<string, { bytes: number; updatedAt: number }>): Promise<void> {
  const oldest = clock.now().getTime() - KEPT_MS
  let room = KEPT_BYTES
  const over = [...sizes]
    .sort(([, a], [, b]) => b.updatedAt - a.updatedAt)
    .filter(([, { bytes, updatedAt }]) => {
      room -= bytes
      return room < 0 || updatedAt < oldest
    })
    .map(([name]) => name)
  for (const name of over) sizes.delete(name)
  await dropPages(over)
}
