import { Suspense } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom'
import { paths, placeAt } from '../paths.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { AREAS } from './areas.ts'
import { PageEffects } from './page-effects.tsx'

/** Which page stands at which address (specification, section 2). */
export function Routed() {
  return (
    <BrowserRouter>
      <Effects />
      <Suspense fallback={<PageLoading />}>
        <PageHere />
      </Suspense>
    </BrowserRouter>
  )
}

function Effects() {
  return <PageEffects pathname={useLocation().pathname} />
}

function PageHere() {
  const { pathname } = useLocation()
  const place = placeAt(pathname)
  if (!place) return <Navigate to={pathname === paths.home() ? paths.book() : paths.home()} replace />
  const { Page } = AREAS[place.area]
  return <Page />
}
