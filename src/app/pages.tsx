import { Suspense } from 'react'
import { type Place, paths } from '../paths.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { AREAS, ROUTED } from './areas.ts'
import { PageEffects } from './page-effects.tsx'

/**
 * What stands at the address that was opened. Patients stay on the page of booking, which is here without the router; from every other page one comes to booking by the router.
 */
export function Pages({ area }: { area: Place['area'] }) {
  const Routed = ROUTED[area]?.Page
  const { Page } = AREAS[area]
  return (
    <Suspense fallback={<PageLoading />}>
      {Routed ? (
        <Routed />
      ) : (
        <>
          <PageEffects pathname={paths.book()} />
          <Page />
        </>
      )}
    </Suspense>
  )
}
