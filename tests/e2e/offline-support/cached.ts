import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { distDir } from '../../../build/build-info.ts'
import type { Precache } from '../../../sw/precache.ts'

/** A page that answers scripts, in whatever browser. */
export type Asked = Pick<Page, 'evaluate'>

/**
 * Waits until the worker has the whole app on this device, or the part of it that everyone needs.
 * @param built the folder of a build
 */
export async function appIsCached(
  page: Asked,
  part: 'all' | 'booking' = 'all',
  built = distDir,
): Promise<void> {
  const text = await readFile(path.join(built, 'precache.json'), 'utf8')
  const { booking, staff }: Precache = JSON.parse(text)
  const needed = [...booking.map(({ url }) => url), ...(part === 'all' ? staff : [])]
  expect(needed.length).toBeGreaterThan(10)
  const missing = `(async (needed) => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const paths = new Set(kept.flat().map(({ url }) => new URL(url).pathname))
    return needed.filter((path) => !paths.has(path))
  })(${JSON.stringify(needed)})`
  await expect.poll(() => page.evaluate(missing), { timeout: 60_000 }).toEqual([])
}

/** What this browser stores for staff: the questions whose answers lie there sealed, and 'owner' with the id of whose they are. */
export const storedPages = (page: Asked): Promise<string[]> =>
  page.evaluate(`(async () => {
    const answered = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'enamel-sealed')) return []
    const database = await answered(indexedDB.open('enamel-sealed'))
    const store = database.transaction('sealed').objectStore('sealed')
    const [names, key] = await Promise.all([answered(store.getAllKeys()), answered(store.get('key'))])
    database.close()
    return names.map((name) => (name === 'key' ? 'owner ' + key.owner : name))
  })()`)

/** Whether an answer is about a day, alone or among others. */
function isAbout(name: string, day: string): boolean {
  const range = new URLSearchParams(name.split('?')[1])
  return range.get('all') === '1' && String(range.get('from')) <= day && day <= String(range.get('to'))
}

const isMeant = (name: string, what: string) => {
  if (what === 'list') return /^answer POST \/appointments\/[a-z]+\?limit=10&page=1$/.test(name)
  if (what === 'blockers') return name.startsWith('answer GET /blockers?')
  return /^\d{4}-\d{2}-\d{2}$/.test(what) ? isAbout(name, what) : name === `owner ${what}`
}

/** Waits until these are stored: 'list', 'blockers', a day as 'YYYY-MM-DD', or anything of a staff member by their id. */
export async function arePagesStored(page: Asked, wanted: readonly string[]): Promise<void> {
  const missing = async () => {
    const names = await storedPages(page)
    return wanted.filter((what) => !names.some((name) => isMeant(name, what)))
  }
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
}
