import { clientsClaim } from 'workbox-core'
import { addRoute, cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isDocs } from '../contract/docs-address.ts'
import { REFRESH_TAG } from '../contract/seal.ts'
import { inChosenLanguage } from './booking-page.ts'
import { cacheClinicFacts, clinicFacts } from './clinic-facts.ts'
import { docsPage } from './docs-page.ts'
import { cacheLanguagePart, forgetOldLanguageParts, languageFile, takeLanguage } from './language-part.ts'
import { BOOKING_PAGE, pageAt, SHELL_PAGE } from './pages.ts'
import { type PrecacheEntry, precacheOf } from './precache.ts'
import { refreshTablet } from './refresh-tablet.ts'
import { answerAndSeal, forgetSealer, wantsSeal } from './seal-answers.ts'
import { cacheStaffPart, forgetOldStaffPart, isStaffPartWanted, staffFile } from './staff-part.ts'

/*
 * Keeps the app on the device, so that it opens without a connection: the page of booking for everyone, the pages of
 * staff where they work, and of calls that name a seal the answers, sealed. Of other calls, other sites and whatever is
 * not named below it knows nothing: those requests go where they always went.
 */
declare const self: ServiceWorkerGlobalScope & {
  /** Written by the build (scripts/build/kept-files.ts). */
  __WB_MANIFEST: PrecacheEntry[]
}
/** The base address of the API, written by the build. */
declare const __API__: string
const { booking, staff, languages } = precacheOf(self.__WB_MANIFEST)
const textsOfLanguages = Object.values(languages).flatMap((part) => [...part.booking, ...part.staff])

// What everyone needs is fetched at the install, and what earlier versions had goes when this one takes over.
precache(booking)
cleanupOutdatedCaches()

// An address opened: home leads to booking, as on the server, and all others have a page.
registerRoute(
  ({ request, sameOrigin, url }) => request.mode === 'navigate' && sameOrigin && url.pathname === '/',
  async ({ url }) => Response.redirect(BOOKING_PAGE + url.search, 302),
)
for (const page of [BOOKING_PAGE, SHELL_PAGE]) {
  const kept = createHandlerBoundToURL(page)
  registerRoute(
    ({ request, sameOrigin, url }) =>
      request.mode === 'navigate' && sameOrigin && pageAt(url.pathname) === page,
    async (options) =>
      page === BOOKING_PAGE ? inChosenLanguage(await kept(options), languages) : kept(options),
  )
}

// The documentation is the server's.
registerRoute(
  ({ request, sameOrigin, url }) => request.mode === 'navigate' && sameOrigin && isDocs(url.pathname),
  ({ request }) => docsPage(request),
)

// Everything else of it, after the pages: the kept booking page is not always answered as it lies there.
addRoute({ cleanURLs: false, directoryIndex: '' })

// The clinic's facts, by the address at which pages ask for them.
const clinicAddress = new URL(`${__API__}/clinic`, self.location.origin).href
registerRoute(
  ({ url }) => url.href === clinicAddress,
  ({ request, event }) => clinicFacts(request, { waitUntil: (work) => event.waitUntil(work) }),
)

// What staff need on top of it.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && staff.includes(url.pathname),
  ({ request }) => staffFile(request),
)
// The texts of the language that is chosen here.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && textsOfLanguages.includes(url.pathname),
  ({ request }) => languageFile(request),
)
self.addEventListener('install', (event) => {
  event.waitUntil(cacheClinicFacts(clinicAddress))
  event.waitUntil(isStaffPartWanted().then((wanted) => (wanted ? cacheStaffPart(staff) : undefined)))
  event.waitUntil(cacheLanguagePart(languages))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldStaffPart(staff))
  event.waitUntil(forgetOldLanguageParts(languages))
})

// Calls whose answers are stored sealed (contract/seal.ts).
self.addEventListener('fetch', (event) => {
  if (!wantsSeal(event.request)) return
  event.respondWith(answerAndSeal(event.request, { waitUntil: (work) => event.waitUntil(work) }))
})

// A tablet wakes up now and then where the browser lets it, whether the app is open or not.
self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string }
  if (tag === REFRESH_TAG) waitUntil.call(event, refreshTablet({ api: __API__ }))
})

// What the page says (src/device/worker-registration.ts). A new version waits until someone says that they want it.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (event.data?.type === 'FORGET_SEAL') forgetSealer()
  // Without a connection there is nothing to fetch.
  if (event.data?.type === 'REFRESH_TABLET') event.waitUntil(refreshTablet({ api: __API__ }).catch(() => {}))
  const kept = handleMessage(event.data)
  if (!kept) return
  const answer = (isKept: boolean) => event.ports[0]?.postMessage(isKept)
  event.waitUntil(
    kept.then(
      () => answer(true),
      () => answer(false),
    ),
  )
})

function handleMessage(message: { type?: unknown; iso?: unknown } | null): Promise<void> | undefined {
  if (message?.type === 'KEEP_LANGUAGE') return takeLanguage(String(message.iso), languages)
  // The texts of staff pages come with these.
  if (message?.type === 'KEEP_STAFF_PART')
    return cacheStaffPart(staff).then(() => cacheLanguagePart(languages))
}

// The page of a first visit is served from here on, too: its later steps are on the device as soon as it is.
clientsClaim()
