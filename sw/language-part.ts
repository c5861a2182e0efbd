import type { LanguageParts } from './precache.ts'
import { isStaffPartWanted } from './staff-part.ts'

/*
 * The texts of the one language beside English that is chosen on this device. The page says which, at every start and
 * at every change; it is kept with the texts, so that a new version fetches its own of it before it takes over.
 * All files have their content's hash in the name.
 */
const CACHE = 'enamel-language'
/** Under this address the language's ISO code is kept. */
const CHOSEN = '/language'

/** ISO code of the language that is kept beside English, or undefined. */
export async function cachedLanguage(): Promise<string | undefined> {
  if (!(await caches.has(CACHE))) return undefined
  return (await caches.match(CHOSEN, { cacheName: CACHE }))?.text()
}

/** Takes another language in the place of the one before; English needs nothing of its own. */
export async function takeLanguage(iso: string, parts: LanguageParts): Promise<void> {
  if (!parts[iso]) return void (await caches.delete(CACHE))
  const cache = await caches.open(CACHE)
  await cache.put(CHOSEN, new Response(iso))
  await cacheLanguagePart(parts)
  await forgetOldLanguageParts(parts)
}

/** Fetches what is missing of the language that is kept. @throws when something cannot be had */
export async function cacheLanguagePart(parts: LanguageParts): Promise<void> {
  const files = await filesOf(parts)
  if (files.length === 0) return
  const cache = await caches.open(CACHE)
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
}

/** Lets go of what earlier versions had, and of other languages. */
export async function forgetOldLanguageParts(parts: LanguageParts): Promise<void> {
  if (!(await caches.has(CACHE))) return
  const kept = [CHOSEN, ...(await filesOf(parts))]
  const cache = await caches.open(CACHE)
  const old = (await cache.keys()).filter(({ url }) => !kept.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** The kept file; where it is not kept, the network's. */
export async function languageFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request)
}

async function filesOf(parts: LanguageParts): Promise<string[]> {
  const part = parts[(await cachedLanguage()) ?? '']
  if (!part) return []
  return (await isStaffPartWanted()) ? [...part.booking, ...part.staff] : part.booking
}
