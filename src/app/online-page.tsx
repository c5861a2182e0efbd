import { useEffect, useState } from 'react'
import type { LazyPage } from '../ui/lazy.tsx'
import { NotCached } from '../ui/not-cached.tsx'
import { useDisabledReason } from '../ui/use-disabled-reason.ts'

/** A page that is of no use without a connection, and so on no device: it says that where it cannot be fetched. */
export const onlinePage = (page: LazyPage) =>
  function OnlinePage() {
    const disabledReason = useDisabledReason()
    const [state, setState] = useState(page.isLoaded() ? 'ready' : 'loading')
    useEffect(() => {
      if (page.isLoaded()) return
      let isHere = true
      page.preload().then(
        () => isHere && setState('ready'),
        () => isHere && setState('missing'),
      )
      return () => {
        isHere = false
      }
    }, [disabledReason])

    async function retry() {
      try {
        await page.preload()
        setState('ready')
      } catch {
        // The server has another version, or none is there at all: then the page says so once more.
        if (!disabledReason) location.reload()
      }
    }

    if (state === 'ready') return <page.Page />
    return state === 'missing' ? <NotCached onRetry={retry} /> : null
  }
