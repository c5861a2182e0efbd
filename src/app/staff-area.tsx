import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { StaffUser } from '../../contract/auth.ts'
import { isOfDays } from '../../contract/seal.ts'
import type { Right } from '../../domain/rights.ts'
import { isTablet, TABLET_MARK } from '../device/tablet/mark.ts'
import { onLock } from '../device/tablet/unlocked.ts'
import { onStoredElsewhere } from '../device/tabs/storage.ts'
import { cacheStaffPart } from '../device/worker.ts'
import { DashboardPage, prefetchCalendar } from '../features/book/dashboard-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { LiveUpdates } from '../live/live-updates.tsx'
import { queryClient } from '../offline/query-client.ts'
import { QueryProvider } from '../offline/query-provider.tsx'
import { startSession } from '../offline/start-session.ts'
import { openPagesFor, ownerKey, pagesAreOpenFor, stopPages } from '../offline/stored-session.ts'
import { watchTablet } from '../offline/tablet/index.ts'
import type { StaffPageName } from '../paths.ts'
import { onProofAsked } from '../session/fresh-proof.ts'
import { lockAtStart, watchHands } from '../session/idle.ts'
import { asksForPinAtom, testToken } from '../session/open-session.ts'
import { authUserAtom, readOnlyAtom, tokenAtom } from '../session/session-atoms.ts'
import { store } from '../store.ts'
import { type LazyPage, lazyModule, lazyPage } from '../ui/lazy.tsx'
import { NotCached } from '../ui/not-cached.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { useDisabledReason } from '../ui/use-disabled-reason.ts'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { SignedInOnly, WithReach, WithRight } from './guard.tsx'
import { lockScreen } from './lock-screen.ts'
import { usePlace } from './use-place.ts'

export { Routed } from './routed.tsx'

// Staff look at the dashboard all day; it does without what the others need, pickers and forms above all.
const staff = lazyPage(async () => (await import('../features/account/staff-page.tsx')).StaffPage)
const profile = lazyPage(async () => (await import('../features/account/profile-page.tsx')).ProfilePage)
const config = lazyPage(async () => (await import('../features/blockers/config-page.tsx')).ConfigPage)
const patients = lazyPage(async () => (await import('../features/patients/patients-page.tsx')).PatientsPage)
const audit = lazyPage(async () => (await import('../features/audit/audit-page.tsx')).AuditPage)
const overview = lazyPage(async () => (await import('../features/overview/overview-page.tsx')).OverviewPage)
const devices = lazyPage(
  async () => (await import('../features/access/tablets/tablets-page.tsx')).TabletsPage,
)
const recentBookings = lazyPage(
  async () => (await import('../features/flood/recent-bookings-page.tsx')).RecentBookingsPage,
)
const feeds = lazyPage(async () => (await import('../features/access/feeds/feeds-page.tsx')).FeedsPage)
const webhooks = lazyPage(
  async () => (await import('../features/access/webhooks/webhooks-page.tsx')).WebhooksPage,
)
const apiKeys = lazyPage(
  async () => (await import('../features/access/api-keys/api-keys-page.tsx')).ApiKeysPage,
)

type StaffPlace = { Page: ComponentType; right?: Right; testsToken?: boolean }

const PAGES: Record<StaffPageName, StaffPlace> = {
  dashboard: { Page: DashboardPage, right: 'book.read', testsToken: true },
  config: { Page: config.Page, right: 'book.read', testsToken: true },
  overview: { Page: onlinePage(overview), right: 'overview' },
  staff: { Page: onlinePage(staff), right: 'staff.write' },
  patients: { Page: patients.Page, right: 'patients.read' },
  devices: { Page: onlinePage(devices), right: 'devices' },
  audit: { Page: onlinePage(audit), right: 'audit' },
  recentBookings: { Page: onlinePage(recentBookings), right: 'flood' },
  feeds: { Page: onlinePage(feeds), right: 'feeds' },
  webhooks: { Page: onlinePage(webhooks), right: 'webhooks' },
  apiKeys: { Page: onlinePage(apiKeys), right: 'apiKeys' },
  profile: { Page: onlinePage(profile) },
}

// What one person has seen is not for the next one: it goes with the session, however that ends.
store.sub(tokenAtom, () => {
  if (store.get(tokenAtom)) return
  stopPages()
  queryClient.clear()
})

// What was read under wider rights is not for somebody whose rights are narrower now.
let rightsVersion = store.get(authUserAtom)?.rightsVersion
store.sub(authUserAtom, () => {
  const now = store.get(authUserAtom)?.rightsVersion
  if (now !== undefined && rightsVersion !== undefined && now !== rightsVersion) {
    stopPages()
    queryClient.clear()
  }
  rightsVersion = now
})

/** A page that is of no use without a connection, and so not cached: without one it says so. */
function onlinePage(page: LazyPage): ComponentType {
  return function OnlinePage() {
    const disabledReason = useDisabledReason()
    const [state, setState] = useState(page.isLoaded() ? 'ready' : 'loading')
    useEffect(() => {
      if (page.isLoaded()) return
      let isHere = true
      page.preload().then(
        () => isHere && setState('ready'),
        () => isHere && setState('missing'),
      )
      return () => {
        isHere = false
      }
    }, [disabledReason])

    async function retry() {
      try {
        await page.preload()
        setState('ready')
      } catch {
        // The server has another version, or none is there at all: then the page says so once more.
        if (!disabledReason) location.reload()
      }
    }

    if (state === 'ready') return <page.Page />
    return state === 'missing' ? <NotCached onRetry={retry} /> : null
  }
}

/**
 * Before the first render, where this tab has a session: it is checked, for as long as that may take, and what is stored
 * for its staff member is opened meanwhile. So the page is rendered once, as it is to be read.
 */
export async function prepareStaffArea(): Promise<void> {
  lockAtStart()
  const user = store.get(authUserAtom)
  // Without a session there is nothing to wait for before the first render.
  if (!user || !store.get(tokenAtom)) return void startSession()
  if (opensCalendar()) prefetchCalendar()
  // The store first: it is read meanwhile.
  const open = (owner: StaffUser) => openPagesFor(queryClient, owner, isFirstHere())
  if (!isTablet()) return void (await Promise.all([open(user), startSession()]))
  // It may have to ask for its PIN first, without which there is no key.
  await startSession()
  if (!store.get(asksForPinAtom) && store.get(tokenAtom)) await open(store.get(authUserAtom) ?? user)
}

/** Whether the page opens with a day or a week, which come in a chunk of their own. */
const opensCalendar = () => /[?&]view=/.test(location.search)

/** Stored answers that the page restores first: all but whole days, unless it opens a calendar. */
function isFirstHere(): ((question: string) => boolean) | undefined {
  return opensCalendar() ? undefined : (question) => !isOfDays(question)
}

/** The staff pages in the shell. Renders nothing before the session is known. */
export function StaffArea() {
  const place = usePlace('staff')
  // What this browser keeps is here already; one that becomes a tablet meanwhile is watched from then on.
  useEffect(() => watchTablet(), [])
  useEffect(() => watchHands(), [])
  if (!place) return <PageLoading />
  const { Page, right, testsToken }: StaffPlace = PAGES[place.name]
  const page = (
    <QueryProvider>
      <CachesStaffPart />
      <WithStoredPages>
        {testsToken && <TokenTest key={place.address} />}
        <LiveUpdates />
        <ProofHost />
        <Shell>
          {/* A page that waits for its texts must not take the shell away. */}
          <Suspense>
            {right ? (
              <WithReach right={right}>
                <Page />
              </WithReach>
            ) : (
              <Page />
            )}
          </Suspense>
        </Shell>
      </WithStoredPages>
    </QueryProvider>
  )
  return <SignedInOnly>{right ? <WithRight right={right}>{page}</WithRight> : page}</SignedInOnly>
}

/** Makes the worker cache the staff pages, which work offline from then on. */
function CachesStaffPart() {
  useEffect(() => {
    void cacheStaffPart()
    // Without a connection it could not be fetched when it is needed.
    void lockScreen.preload().catch(() => {})
  }, [])
  return null
}

/** The token test of the dashboard and config pages, each time one of them opens (specification, section 4). */
function TokenTest() {
  useEffect(() => void testToken(), [])
  return null
}

const proofDialog = lazyModule<ComponentType<{ onAnswer: (isProven: boolean) => void }>>(
  async () => (await import('../features/account/proof-dialog.tsx')).ProofDialog,
)

/** Asks for a fresh proof of identity, over whatever is open. */
function ProofHost() {
  const [waiting, setWaiting] = useState<{ answer: (isProven: boolean) => void } | null>(null)
  useEffect(() => {
    let open = (_: boolean) => {}
    const stop = onProofAsked(
      () =>
        new Promise((resolve) => {
          open = resolve
          setWaiting({ answer: resolve })
        }),
    )
    return () => {
      stop()
      // The session has ended meanwhile.
      open(false)
    }
  }, [])
  const answer = (isProven: boolean) => {
    waiting?.answer(isProven)
    setWaiting(null)
  }
  const Dialog = useLazyPart(proofDialog, waiting !== null, () => answer(false))
  return waiting && Dialog ? <Dialog onAnswer={answer} /> : null
}

/** Renders its children when the person's stored pages are in memory, so that the first paint shows them. */
function WithStoredPages({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const user = useAtomValue(authUserAtom)
  // Without a session the PIN has brought them already, and nothing comes in that could be kept.
  const isReading = useAtomValue(readOnlyAtom)
  const [readyFor, setReadyFor] = useState(pagesAreOpenFor)
  const id = user ? ownerKey(user) : ''
  useEffect(() => {
    if (isReading || !user) return
    let current = true
    // At the start of the page they are opened while the session is checked (staff-area.tsx).
    if (pagesAreOpenFor() !== id) void openPagesFor(client, user).then(() => current && setReadyFor(id))
    // This browser has become a reception tablet or is one no more, by another tab or the server's word, or its PIN is
    // another one: from here on other keys hold. The lock is heard at once, the mark of another tab perhaps later.
    const again = () => {
      // Locking by hand ends the session first.
      if (store.get(tokenAtom)) void openPagesFor(client, user)
    }
    const stops = [onLock(again), onStoredElsewhere(TABLET_MARK, again)]
    return () => {
      current = false
      for (const stop of stops) stop()
      stopPages()
    }
  }, [client, id, isReading])
  return isReading || readyFor === id ? children : <PageLoading />
}
