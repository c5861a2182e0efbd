import { CLINIC_CHANGED } from '../contract/clinic-changed.ts'

/*
 * The clinic's facts (GET /clinic), stale while revalidate: no page can be used without them, so that they are stored with
 * the app itself.
 */
declare const self: ServiceWorkerGlobalScope

const CACHE = 'enamel-clinic'

/** Stores the facts, whatever the browser's own cache has. @throws when they cannot be had */
export async function cacheClinicFacts(address: string): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(address, { cache: 'no-cache' }))
}

/** The stored facts, while newer ones are fetched; the server's where none are stored. */
export async function clinicFacts(
  request: Request,
  { waitUntil }: { waitUntil: (work: Promise<unknown>) => void },
): Promise<Response> {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(request)
  const fresh = fetch(request).then(async (answer) => {
    if (!answer.ok) return answer
    await cache.put(request, answer.clone())
    if (stored && answer.headers.get('etag') !== stored.headers.get('etag')) await tellPages()
    return answer
  })
  waitUntil(fresh.catch(() => {}))
  return stored ?? fresh
}

async function tellPages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ type: CLINIC_CHANGED })
}
