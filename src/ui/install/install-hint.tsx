import { useEffect, useState } from 'react'
import { lazyModule, useLazyModule, withTexts } from '../lazy.tsx'
import type { InstallCardProps } from './install-card.tsx'
import { dismissInstall, installWayHere } from './install-way.ts'
import { nameStaffManifest } from './staff-manifest.ts'

const installCard = lazyModule(async () => (await withTexts(import('./install-card.tsx'), 'app')).InstallCard)

/**
 * Offer to install the app: at the end of a booking, and above the staff pages. Its card is fetched only if there is
 * a way to install.
 */
export function InstallHint({ audience }: Pick<InstallCardProps, 'audience'>) {
  const [way, setWay] = useState(installWayHere)
  // A failed fetch isn't reported: the offer comes unasked.
  const card = useLazyModule(installCard, way !== undefined)

  useEffect(() => {
    if (audience === 'staff') nameStaffManifest()
    const update = () => setWay(installWayHere())
    const onInstalled = () => {
      window.installPrompt = undefined
      update()
    }
    update()
    addEventListener('beforeinstallprompt', update)
    addEventListener('appinstalled', onInstalled)
    return () => {
      removeEventListener('beforeinstallprompt', update)
      removeEventListener('appinstalled', onInstalled)
    }
  }, [audience])

  if (!way || card.status !== 'ready') return null
  const Card = card.module
  const dismiss = () => {
    dismissInstall()
    setWay(undefined)
  }
  return <Card way={way} audience={audience} onAsked={() => setWay(undefined)} onDismiss={dismiss} />
}
