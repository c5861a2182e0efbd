import type { Page } from '@playwright/test'

/** What a scan of a browser's storage has found. */
export type Scan = {
  /** Where a word stands, and which: 'indexedDB enamel-sealed/sealed "key": Ngozi'. */
  found: string[]
  /** How many entries were looked at, by kind of storage: a scan that sees nothing finds nothing either. */
  entries: { localStorage: number; sessionStorage: number; indexedDB: number; caches: number }
}

/**
 * Runs in the page. Bytes are read as UTF-8 and as UTF-16, from even and odd offsets; what lies inside of something is
 * looked into, and keys and names as well as values.
 */
const SCAN = `async (words) => {
  const found = []
  const entries = { localStorage: 0, sessionStorage: 0, indexedDB: 0, caches: 0 }
  const lower = words.map((word) => [word, word.toLowerCase()])
  const note = (where, text) => {
    const read = text.toLowerCase()
    for (const [word, asked] of lower) if (read.includes(asked)) found.push(where + ': ' + word)
  }
  const utf8 = new TextDecoder()
  const utf16 = new TextDecoder('utf-16le')
  async function look(where, value, seen = new Set()) {
    if (value === null || value === undefined) return
    if (typeof value !== 'object') return note(where, String(value))
    if (seen.has(value)) return
    seen.add(value)
    if (value instanceof Blob) value = await value.arrayBuffer()
    if (value instanceof ArrayBuffer) value = new Uint8Array(value)
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      for (const text of [utf8.decode(bytes), utf16.decode(bytes), utf16.decode(bytes.subarray(1))]) note(where, text)
    } else if (value instanceof Map || value instanceof Set) {
      for (const part of value instanceof Map ? [...value].flat() : value) await look(where, part, seen)
    } else if (value instanceof CryptoKey) {
      if (value.extractable && value.type !== 'public') found.push(where + ': a key that can be written down')
    } else {
      for (const [key, part] of Object.entries(value)) {
        note(where, key)
        await look(where, part, seen)
      }
    }
  }
  const answered = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

  for (const kind of ['localStorage', 'sessionStorage']) {
    for (const [key, text] of Object.entries(window[kind])) {
      entries[kind] += 1
      note(kind + ' "' + key + '"', key + ' ' + text)
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await answered(indexedDB.open(name))
    for (const storeName of database.objectStoreNames) {
      const where = 'indexedDB ' + name + '/' + storeName
      note(where, where)
      const store = database.transaction(storeName).objectStore(storeName)
      const [keys, values] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())])
      for (let i = 0; i < keys.length; i++) {
        entries.indexedDB += 1
        await look(where + ' ' + JSON.stringify(keys[i]).slice(0, 60), [keys[i], values[i]])
      }
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      entries.caches += 1
      const where = 'caches ' + name + ' ' + request.url
      const response = await cache.match(request, { ignoreVary: true })
      await look(where, [name, request.url, [...request.headers], [...response.headers]])
      await look(where, await response.arrayBuffer())
    }
  }
  return { found, entries }
}`

/**
 * Looks through everything that this page's origin has stored in the browser: local and session storage, all databases,
 * all caches with addresses, headers and bodies. It also reports keys that a script could write down.
 */
export const scanStorage = (page: Page, words: readonly string[]): Promise<Scan> =>
  page.evaluate<Scan>(`(${SCAN})(${JSON.stringify(words)})`)
