/*
 * How the built page imports a chunk of its own: in place of Vite's helper for it (scripts/build/import-chunks.ts).
 *
 * An import that failed once fails until the page is reloaded in Firefox before 155, and in others of that time: they keep
 * the failure with the address, as the standard said until July 2026 (https://github.com/whatwg/html/pull/10327).
 * Another address, as with a query, would be no help for what the chunk imports in turn, and would start a second instance
 * of whatever has run under the first one. So where failures are kept, the files come first by `fetch`, which keeps none,
 * and are imported when all of them are here.
 */

/** Chunks of this page's build that are here, or on their way, by the name under which others import them. */
const fetched = new Map<string, Promise<void>>()

/**
 * Imports a chunk. A call that failed can be made again, in every browser.
 * @param importIt the import itself
 * @param files the chunk and all that it imports, by the names under which they are imported, from the page's root on,
 * without a slash
 * @throws TypeError when one of them could not be fetched
 */
export async function importChunk<T>(importIt: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (forgetsFailedImports()) preloadTogether(files)
  else await Promise.all(files.map(fetchOnce))
  return importIt()
}

/**
 * Chromium and what is made of it, which needs no fetch before its import. There is no other sign of it before an
 * import has failed; where this one is missing, as over plain http, files are only read twice, once from the cache.
 */
const forgetsFailedImports = () => 'userAgentData' in navigator

/**
 * A chunk names what it imports only when it has come itself, which costs a way to the server. From the device it does
 * not: there the links take longer than what they would save.
 */
function preloadTogether(files: readonly string[]): void {
  if (files.length < 2 || isOnDevice()) return
  for (const file of files) {
    if (fetched.has(file) || isInPage(file)) continue
    fetched.set(file, Promise.resolve())
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = addressOf(file)
    document.head.append(link)
  }
}

/** A tab goes on with its session (public/early-staff.js), and so where the worker has been told to keep the staff pages. */
const isOnDevice = () =>
  document.documentElement.dataset.start !== undefined && Boolean(navigator.serviceWorker?.controller)

function fetchOnce(file: string): Promise<void> {
  const before = fetched.get(file)
  if (before) return before
  const fetching = isInPage(file) ? Promise.resolve() : fetchWhole(file)
  fetched.set(file, fetching)
  fetching.catch(() => fetched.delete(file))
  return fetching
}

async function fetchWhole(file: string): Promise<void> {
  const answer = await fetch(addressOf(file))
  if (!answer.ok) throw new TypeError(`Failed to fetch ${file}: ${answer.status}`)
  // Cached as a whole once it was read to its end.
  await answer.arrayBuffer()
}

/** Address of a chunk by the page's import map, which only imports use. */
const addressOf = (file: string) => new URL(import.meta.resolve(`/${file}`)).pathname

/** Whether the page's own HTML names a file, which the browser has fetched then. */
function isInPage(file: string): boolean {
  const address = addressOf(file)
  return document.querySelector(`[href="${address}"],[src="${address}"]`) !== null
}
