import type { ComponentType } from 'react'
import { ProfilePage } from '../features/account/profile-page.tsx'
import { StaffPage } from '../features/account/staff-page.tsx'
import { DashboardPage } from '../features/appointments/dashboard-page.tsx'
import { ConfigPage } from '../features/blockers/config-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { AdminsOnly, SignedInOnly } from '../session/guard.tsx'
import { paths } from './paths.ts'
import { QueryProvider } from './query-provider.tsx'
import { usePageOf } from './use-page-of.ts'

const PAGES: Record<string, { Page: ComponentType; adminsOnly: boolean }> = {
  [paths.dashboard()]: { Page: DashboardPage, adminsOnly: true },
  [paths.config()]: { Page: ConfigPage, adminsOnly: true },
  [paths.staff()]: { Page: StaffPage, adminsOnly: true },
  [paths.profile()]: { Page: ProfilePage, adminsOnly: false },
}

/** The staff pages: nothing of them is rendered before the session is known, and all of them stand in the shell. */
export function StaffArea() {
  const found = usePageOf(PAGES)
  if (!found) return null
  const { Page, adminsOnly } = found
  const page = (
    <QueryProvider>
      <Shell>
        <Page />
      </Shell>
    </QueryProvider>
  )
  return <SignedInOnly>{adminsOnly ? <AdminsOnly>{page}</AdminsOnly> : page}</SignedInOnly>
}
