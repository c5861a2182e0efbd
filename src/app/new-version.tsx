import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { newVersionAtom } from '../device/new-version-atom.ts'
import { onNewVersion } from '../device/worker.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { lazyModule, useLazyModule } from '../ui/lazy.tsx'

const notice = lazyModule(async () => {
  const [{ NewVersionNotice }, { handsAtRest }] = await Promise.all([
    import('../features/updates/new-version-notice.tsx'),
    import('../features/updates/hands-at-rest.ts'),
    loadTexts('app'),
  ])
  await handsAtRest()
  return NewVersionNotice
})

/** Where the notice of a new version stands, above every page. The live region is there before its words, or they would be missed. */
export function NewVersion() {
  const [state, setState] = useAtom(newVersionAtom)
  // Where it cannot be fetched it can wait: at the next start the new version may be taken anyway.
  const shown = useLazyModule(notice, state === 'waits')
  useEffect(() => onNewVersion(() => setState('waits')), [setState])
  return (
    <div aria-live="polite">
      {state === 'waits' && shown.status === 'ready' && <shown.module onLater={() => setState('putOff')} />}
    </div>
  )
}
