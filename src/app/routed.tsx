import { Suspense } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom'
import { type Place, paths, placeAt } from '../paths.ts'
import type { LazyPage } from '../ui/lazy.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PageEffects } from './page-effects.tsx'

type Props = { areas: Record<Place['area'], LazyPage> }

/** Routes of the app (specification, section 2). */
export function Routed({ areas }: Props) {
  return (
    <BrowserRouter>
      <Effects />
      <Suspense fallback={<PageLoading />}>
        <PageHere areas={areas} />
      </Suspense>
    </BrowserRouter>
  )
}

function Effects() {
  return <PageEffects pathname={useLocation().pathname} />
}

function PageHere({ areas }: Props) {
  const { pathname } = useLocation()
  const place = placeAt(pathname)
  if (!place) return <Navigate to={pathname === paths.home() ? paths.book() : paths.home()} replace />
  const { Page } = areas[place.area]
  return <Page />
}
