import { Suspense } from 'react'
import type { LazyPage } from '../ui/lazy/lazy-page.tsx'
import { NeedsConnection } from '../ui/needs-connection.tsx'
import { useDisabledReason } from '../ui/use-disabled-reason.ts'

/** A page that is of no use without a connection, and so on no device: it says that where it cannot be fetched. */
export const onlinePage = (page: LazyPage) =>
  function OnlinePage() {
    const isAway = useDisabledReason() !== null
    if (isAway && !page.isLoaded()) return <NeedsConnection />
    return (
      <Suspense>
        <page.Page />
      </Suspense>
    )
  }
