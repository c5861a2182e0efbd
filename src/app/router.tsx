import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { loadTexts } from '../i18n/i18n.ts'
import { paths } from '../paths.ts'
import { lazyPage } from '../ui/lazy/lazy-page.tsx'
import { PageEffects } from './page-effects.tsx'

const booking = lazyPage(async () => (await import('../features/booking/booking-page.tsx')).BookingPage)
const account = lazyPage(async () => (await import('./account-area.tsx')).AccountArea)
const staff = lazyPage(async () => (await import('./staff-area.tsx')).StaffArea)

/** The account screens, for people who are not signed in: public, without the shell (specification, section 2). */
const ACCOUNT = [
  paths.login(),
  paths.loginReturn(),
  paths.logout(),
  paths.forgotPassword(),
  paths.resetPassword(),
  paths.register(),
  paths.unlock(),
]
/** The pages behind the guard and inside the shell. */
const STAFF = [
  paths.dashboard(),
  paths.config(),
  paths.profile(),
  paths.staff(),
  paths.patients(),
  paths.devices(),
]

/** Fetches the page behind an address, so that the first render has it. */
export async function preloadPage(pathname: string): Promise<void> {
  const address = pathname.replace(/\/+$/, '')
  if (ACCOUNT.includes(address)) return account.preload()
  if (STAFF.includes(address)) {
    // Without them each would be found missing by what needs it, one after the other.
    const texts = address === paths.dashboard() ? ['shell', 'appointments'] : ['shell']
    await Promise.all([staff.preload(), ...texts.map((name) => loadTexts(name).catch(() => {}))])
    return
  }
  // Home leads to booking, and so does every unknown address, by way of home.
  await booking.preload()
}

/** The texts that the page behind an address reads first. */
export function textsOf(pathname: string): readonly string[] {
  const address = pathname.replace(/\/+$/, '')
  return ACCOUNT.includes(address) || STAFF.includes(address) ? ['common'] : ['common', 'booking']
}

/** Which page stands at which address (specification, section 2). */
export function Router() {
  return (
    <>
      <PageEffects />
      <Suspense>
        <Routes>
          <Route path={paths.book()} element={<booking.Page />} />
          {ACCOUNT.map((path) => (
            <Route key={path} path={path} element={<account.Page />} />
          ))}
          {STAFF.map((path) => (
            <Route key={path} path={path} element={<staff.Page />} />
          ))}
          <Route path={paths.home()} element={<Navigate to={paths.book()} replace />} />
          <Route path="*" element={<Navigate to={paths.home()} replace />} />
        </Routes>
      </Suspense>
    </>
  )
}
