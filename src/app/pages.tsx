import { Suspense } from 'react'
import { type Place, paths } from '../paths.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { AREAS, ROUTED } from './areas.ts'
import { PageEffects } from './page-effects.tsx'

/**
 * What stands at the address that was opened. Patients stay on the page of booking, which is here without the router; from
 * every other page one comes to it by the router.
 */
export function Pages({ area }: { area: Place['area'] }) {
  return (
    <Suspense fallback={<PageLoading />}>
      {area === 'booking' ? <BookingAlone /> : <Routed area={area} />}
    </Suspense>
  )
}

function BookingAlone() {
  const { Page } = AREAS.booking
  return (
    <>
      <PageEffects pathname={paths.book()} />
      <Page />
    </>
  )
}

function Routed({ area }: { area: keyof typeof ROUTED }) {
  const { Page } = ROUTED[area]
  return <Page />
}
