import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { lazyPage } from './lazy-page.tsx'
import { PageEffects } from './page-effects.tsx'
import { paths } from './paths.ts'

const booking = lazyPage(async () => (await import('../features/booking/booking-page.tsx')).BookingPage)

/** Fetches the page behind an address, so that the first render has it. */
export async function preloadPage(pathname: string): Promise<void> {
  // Home leads to booking, and so does every unknown address, by way of home.
  if (pathname) await booking.preload()
}

/** Which page stands at which address (specification, section 2). */
export function Router() {
  return (
    <>
      <PageEffects />
      <Suspense>
        <Routes>
          <Route path={paths.book()} element={<booking.Page />} />
          <Route path={paths.home()} element={<Navigate to={paths.book()} replace />} />
          <Route path="*" element={<Navigate to={paths.home()} replace />} />
        </Routes>
      </Suspense>
    </>
  )
}
