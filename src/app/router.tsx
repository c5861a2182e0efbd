import { type ComponentType, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loadTexts } from '../i18n/i18n.ts'
import { type Place, paths, placeAt } from '../paths.ts'
import { type LazyPage, lazyPage } from '../ui/lazy/lazy-page.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PageEffects } from './page-effects.tsx'

const AREAS: Record<Place['area'], LazyPage> = {
  booking: lazyPage(async () => (await import('../features/booking/booking-page.tsx')).BookingPage),
  // For people who are not signed in: public, without the shell (specification, section 2).
  account: lazyPage(async () => (await import('./account-area.tsx')).AccountArea),
  // Behind the guard and inside the shell.
  staff: lazyPage(async () => {
    const { prepareStaffArea, StaffArea } = await import('./staff-area.tsx')
    await prepareStaffArea()
    return StaffArea
  }),
}

/** Fetches the page behind an address, so that the first render has it. */
export async function preloadPage(pathname: string): Promise<void> {
  const place = placeAt(pathname)
  // Without them each would be found missing by what needs it, one after the other.
  const texts =
    place?.area === 'staff' ? ['shell', ...(place.name === 'dashboard' ? ['appointments'] : [])] : []
  // Home leads to booking, and so does every unknown address, by way of home.
  const area = AREAS[place?.area ?? 'booking']
  await Promise.all([area.preload(), ...texts.map((name) => loadTexts(name).catch(() => {}))])
}

/** The texts that the page behind an address reads first. */
export function textsOf(pathname: string): readonly string[] {
  return (placeAt(pathname)?.area ?? 'booking') === 'booking' ? ['common', 'booking'] : ['common']
}

/** Which page stands at which address (specification, section 2). */
export function Router() {
  return (
    <>
      <PageEffects />
      <Suspense fallback={<PageLoading />}>
        <PageHere />
      </Suspense>
    </>
  )
}

function PageHere() {
  const { pathname } = useLocation()
  const place = placeAt(pathname)
  if (!place) return <Navigate to={pathname === paths.home() ? paths.book() : paths.home()} replace />
  const { Page }: { Page: ComponentType } = AREAS[place.area]
  return <Page />
}
