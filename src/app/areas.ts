import { type ComponentType, createElement } from 'react'
import { loadClinic } from '../clinic.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { type Place, placeAt } from '../paths.ts'
import { hasStoredToken } from '../session/stored-token.ts'
import { type LazyPage, lazyPage } from '../ui/lazy.tsx'

/** Areas of the app. All but booking are rendered when the clinic's facts are known. */
export const AREAS: Record<Place['area'], LazyPage> = {
  booking: lazyPage(async () => (await import('../features/booking/booking-page.tsx')).BookingPage),
  // For people who are not signed in: public, without the shell (specification, section 2).
  account: lazyPage(async () => (await withClinic(import('./account-area.tsx'))).AccountArea),
  // Behind the guard and inside the shell.
  staff: lazyPage(async () => {
    const { prepareStaffArea, StaffArea } = await withClinic(import('./staff-area.tsx'))
    await prepareStaffArea()
    return StaffArea
  }),
}

async function withClinic<T>(code: Promise<T>): Promise<T> {
  const [module] = await Promise.all([code, loadClinic()])
  return module
}

const withAreas = (Routed: ComponentType<{ areas: typeof AREAS }>) => () =>
  createElement(Routed, { areas: AREAS })

/** The app with its router, which comes with the parts that lead from one page to another; patients' pages lead nowhere. */
export const ROUTED: Partial<Record<Place['area'], LazyPage>> = {
  account: lazyPage(async () => withAreas((await import('./account-area.tsx')).Routed)),
  staff: lazyPage(async () => withAreas((await import('./staff-area.tsx')).Routed)),
}

/** The part that a load of an address begins in: home leads to booking, and so does every unknown address. */
export const areaAt = (pathname: string): Place['area'] => placeAt(pathname)?.area ?? 'booking'

/** Fetches the page behind an address, so that the first render has it. */
export async function preloadPage(pathname: string): Promise<void> {
  const place = placeAt(pathname)
  // Without them each would be found missing by what needs it, one after the other.
  const texts =
    place?.area === 'staff' ? ['shell', ...(place.name === 'dashboard' ? ['appointments'] : [])] : []
  const area = areaAt(pathname)
  // Where the server cannot be reached a tablet goes from there to its PIN.
  if (area === 'staff' && isTablet() && !hasStoredToken()) AREAS.account.preload().catch(() => {})
  await Promise.all([
    AREAS[area].preload(),
    ROUTED[area]?.preload(),
    ...texts.map((name) => loadTexts(name).catch(() => {})),
  ])
}

/** The texts that the page behind an address reads first. */
export function textsOf(pathname: string): readonly string[] {
  const area = areaAt(pathname)
  return ROUTED[area] ? ['common'] : ['common', area]
}
