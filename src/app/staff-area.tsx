import { type ComponentType, Suspense, useEffect } from 'react'
import { cacheStaffPart } from '../device/worker.ts'
import { DashboardPage } from '../features/appointments/dashboard-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { LiveUpdates } from '../live/live-updates.tsx'
import { queryClient } from '../offline/query-client.ts'
import { QueryProvider } from '../offline/query-provider.tsx'
import { stopPages } from '../offline/stored-session.ts'
import { watchTablet } from '../offline/tablet/index.ts'
import type { StaffPageName } from '../paths.ts'
import { tokenAtom } from '../session/session-atoms.ts'
import { store } from '../session/store.ts'
import { lazyPage } from '../ui/lazy/lazy-page.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { AdminsOnly, SignedInOnly } from './guard.tsx'
import { ProofHost } from './proof-host.tsx'
import { TokenTest } from './token-test.tsx'
import { usePlace } from './use-place.ts'
import { WithStoredPages } from './with-stored-pages.tsx'

// Staff look at the dashboard all day; it does without what the others need, pickers and forms above all.
const staff = lazyPage(async () => (await import('../features/account/staff-page.tsx')).StaffPage)
const profile = lazyPage(async () => (await import('../features/account/profile-page.tsx')).ProfilePage)
const config = lazyPage(async () => (await import('../features/blockers/config-page.tsx')).ConfigPage)
const patients = lazyPage(async () => (await import('../features/patients/patients-page.tsx')).PatientsPage)
const devices = lazyPage(async () => (await import('../features/devices/devices-page.tsx')).DevicesPage)

type StaffPlace = { Page: ComponentType; adminsOnly?: boolean; testsToken?: boolean }

const PAGES: Record<StaffPageName, StaffPlace> = {
  dashboard: { Page: DashboardPage, adminsOnly: true, testsToken: true },
  config: { Page: config.Page, adminsOnly: true, testsToken: true },
  staff: { Page: staff.Page, adminsOnly: true },
  patients: { Page: patients.Page, adminsOnly: true },
  devices: { Page: devices.Page, adminsOnly: true },
  profile: { Page: profile.Page },
}

// What one person has seen is not for the next one: it goes with the session, however that ends.
store.sub(tokenAtom, () => {
  if (store.get(tokenAtom)) return
  stopPages()
  queryClient.clear()
})

/** The staff pages: nothing of them is rendered before the session is known, and all of them stand in the shell. */
export function StaffArea() {
  const place = usePlace('staff')
  // What this browser keeps is here already; one that becomes a tablet meanwhile is watched from then on.
  useEffect(() => watchTablet(), [])
  if (!place) return <PageLoading />
  const { Page, adminsOnly, testsToken }: StaffPlace = PAGES[place.name]
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
            <Page />
          </Suspense>
        </Shell>
      </WithStoredPages>
    </QueryProvider>
  )
  return <SignedInOnly>{adminsOnly ? <AdminsOnly>{page}</AdminsOnly> : page}</SignedInOnly>
}

/** Whoever comes as far as this works here: their device opens these pages without a connection from now on. */
function CachesStaffPart() {
  useEffect(() => void cacheStaffPart(), [])
  return null
}
