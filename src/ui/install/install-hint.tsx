import { type ComponentType, useEffect, useState } from 'react'
import { loadTexts } from '../../i18n/i18n.ts'
import type { InstallCardProps } from './install-card.tsx'
import { dismissInstall, installWayHere } from './install-way.ts'

type Card = ComponentType<InstallCardProps>

/**
 * Where it is said that the app can be kept on this device: at the end of a booking, and above the pages of staff.
 * The words are fetched only where there is a way to install it.
 */
export function InstallHint({ audience }: Pick<InstallCardProps, 'audience'>) {
  const [way, setWay] = useState(installWayHere)
  const [Card, setCard] = useState<Card>()
  const isWanted = way !== undefined

  useEffect(() => {
    if (audience === 'staff') nameStaffManifest()
    const look = () => setWay(installWayHere())
    const onInstalled = () => {
      window.installPrompt = undefined
      look()
    }
    look()
    addEventListener('beforeinstallprompt', look)
    addEventListener('appinstalled', onInstalled)
    return () => {
      removeEventListener('beforeinstallprompt', look)
      removeEventListener('appinstalled', onInstalled)
    }
  }, [audience])

  useEffect(() => {
    if (!isWanted || Card) return
    let current = true
    loadCard().then(
      (loaded) => current && setCard(() => loaded),
      // Nobody has asked for it.
      () => {},
    )
    return () => {
      current = false
    }
  }, [isWanted, Card])

  if (!way || !Card) return null
  const dismiss = () => {
    dismissInstall()
    setWay(undefined)
  }
  return <Card way={way} audience={audience} onAsked={() => setWay(undefined)} onDismiss={dismiss} />
}

async function loadCard(): Promise<Card> {
  const [{ InstallCard }] = await Promise.all([import('./install-card.tsx'), loadTexts('app')])
  return InstallCard
}

/** Whoever came by way of booking has the patients' manifest still; what the browser offered was about that. */
function nameStaffManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (!link || link.getAttribute('href') === '/staff.webmanifest') return
  link.href = '/staff.webmanifest'
  window.installPrompt = undefined
}
