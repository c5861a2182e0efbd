import { type ComponentType, lazy, Suspense } from 'react'

/**
 * The card stands in the page as the build wrote it, and comes to life when its script is there, which the first load does
 * without. Where that cannot be had it stays as written: address, phone and hours need no script.
 */
async function load(): Promise<{ default: ComponentType }> {
  try {
    return { default: (await import('./clinic-card.tsx')).ClinicCard }
  } catch {
    return new Promise<never>(() => {})
  }
}

let card: ReturnType<typeof load> | undefined

/** For the build, which renders it into the page. */
export const loadClinicCard = () => {
  card ??= load()
  return card
}

const Card = lazy(loadClinicCard)

/** Where step 1 says who it is. */
export function ClinicPlace() {
  return (
    <Suspense>
      <Card />
    </Suspense>
  )
}
