import { Route, Routes } from 'react-router-dom'
import { ProfilePage } from '../features/account/profile-page.tsx'
import { StaffPage } from '../features/account/staff-page.tsx'
import { DashboardPage } from '../features/appointments/dashboard-page.tsx'
import { ConfigPage } from '../features/blockers/config-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { AdminsOnly, SignedInOnly } from '../session/guard.tsx'
import { paths } from './paths.ts'
import { QueryProvider } from './query-provider.tsx'

/** The staff pages: nothing of them is rendered before the session is known, and all of them stand in the shell. */
export function StaffArea() {
  return (
    <SignedInOnly>
      <QueryProvider>
        <Shell>
          <Routes>
            <Route element={<AdminsOnly />}>
              <Route path={paths.dashboard()} element={<DashboardPage />} />
              <Route path={paths.config()} element={<ConfigPage />} />
              <Route path={paths.staff()} element={<StaffPage />} />
            </Route>
            <Route path={paths.profile()} element={<ProfilePage />} />
          </Routes>
        </Shell>
      </QueryProvider>
    </SignedInOnly>
  )
}
