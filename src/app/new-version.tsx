import { useAtom } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { newVersionAtom } from '../device/new-version-atom.ts'
import { onNewVersion } from '../device/worker.ts'
import { loadTexts } from '../i18n/i18n.ts'

type Notice = ComponentType<{ onLater: () => void }>

/** Where the notice of a new version stands, above every page. The live region is there before its words, or they would be missed. */
export function NewVersion() {
  const [state, setState] = useAtom(newVersionAtom)
  const [Notice, setNotice] = useState<Notice>()
  useEffect(
    () =>
      onNewVersion(() => {
        setState('waits')
        loadNotice().then(
          (loaded) => setNotice(() => loaded),
          // It can wait: at the next start the new version may be taken anyway.
          () => {},
        )
      }),
    [setState],
  )
  return (
    <div aria-live="polite">
      {state === 'waits' && Notice && <Notice onLater={() => setState('putOff')} />}
    </div>
  )
}

async function loadNotice(): Promise<Notice> {
  const [{ NewVersionNotice }, { handsAtRest }] = await Promise.all([
    import('../features/updates/new-version-notice.tsx'),
    import('../features/updates/hands-at-rest.ts'),
    loadTexts('app'),
  ])
  await handsAtRest()
  return NewVersionNotice
}
