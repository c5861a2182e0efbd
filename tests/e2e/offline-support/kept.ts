import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { distDir } from '../../../build/build-info.ts'
import type { Precache } from '../../../sw/precache.ts'

/** Waits until the worker has the whole app on this device, or the part of it that everyone needs. */
export async function appIsKept(page: Page, part: 'all' | 'booking' = 'all'): Promise<void> {
  const text = await readFile(path.join(distDir, 'precache.json'), 'utf8')
  const { booking, staff }: Precache = JSON.parse(text)
  const needed = [...booking.map(({ url }) => url), ...(part === 'all' ? staff : [])]
  expect(needed.length).toBeGreaterThan(10)
  const missing = `(async (needed) => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const paths = new Set(kept.flat().map(({ url }) => new URL(url).pathname))
    return needed.filter((path) => !paths.has(path))
  })(${JSON.stringify(needed)})`
  await expect.poll(() => page.evaluate(missing), { timeout: 20_000 }).toEqual([])
}

/** The names of the pages that this browser keeps for staff: ids, codes, days and numbers. */
export const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const answered = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'enamel-pages')) return []
    const database = await answered(indexedDB.open('enamel-pages'))
    const keys = await answered(database.transaction('pages').objectStore('pages').getAllKeys())
    database.close()
    return keys
  })()`)

/** Waits until pages are kept whose names contain each of the words. */
export async function arePagesKept(page: Page, words: readonly string[]): Promise<void> {
  const missing = async () => {
    const names = await keptPages(page)
    return words.filter((word) => !names.some((name) => name.includes(word)))
  }
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])
}
