import type { Clinic } from '../../domain/clinic.ts'
import { FALLBACK_LANGUAGE, isoLanguage } from '../../domain/languages.ts'
import { paths } from '../../src/paths.ts'
import { lightPalette } from '../../src/theme/theme-palette.ts'

/**
 * Two installed apps, since each starts where its people work: a patient's shortcut opens booking, a tablet's the day.
 * The prerendered booking page names the first, the shell of all other pages the second.
 */
type App = 'patients' | 'staff'
/** A home screen cuts longer ones (W3C, Web Application Manifest, `short_name`: no limit; Android and iOS show some 12). */
const SHORT_NAME_LENGTH = 12

type Shot = { name: string; form: 'wide' | 'narrow'; label: string; app: App }

/**
 * The pictures in public/screenshots/; scripts/screenshots.ts takes them. Those of one form have one size in pixels.
 */
export const SCREENSHOTS = [
  { name: 'booking-wide', form: 'wide', app: 'patients', label: 'Choose a free day and time' },
  { name: 'booking-narrow', form: 'narrow', app: 'patients', label: 'Choose a free day and time' },
  { name: 'appointments-wide', form: 'wide', app: 'staff', label: 'Booked appointments' },
  { name: 'day-wide', form: 'wide', app: 'staff', label: 'The day at one location, doctor by doctor' },
  { name: 'appointments-narrow', form: 'narrow', app: 'staff', label: 'Booked appointments' },
] as const satisfies readonly Shot[]
export const SHOT_PIXELS = { wide: [1280, 800], narrow: [780, 1688] } as const

/**
 * The name under an icon: as many whole words of the clinic's name as fit, and of a first word that is longer its
 * beginning.
 */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  let short = ''
  for (const word of words) {
    const longer = short ? `${short} ${word}` : word
    if (longer.length > SHORT_NAME_LENGTH) break
    short = longer
  }
  return (short || name.trim().slice(0, SHORT_NAME_LENGTH)).replace(/[\s,;:&-]+$/, '')
}

/** Purpose of a clinic's portal, in a sentence. */
export const descriptionOf = ({ name }: Pick<Clinic, 'name'>) =>
  `Book an appointment at ${name} online: choose a free day and time, and get a confirmation by email.`

/** A manifest (W3C, Web Application Manifest), from the clinic's name. */
export function webManifest(clinic: Pick<Clinic, 'name'>, app: App) {
  const start = app === 'staff' ? paths.dashboard() : paths.book()
  const pageColour = lightPalette.background.default
  return {
    id: start,
    name: app === 'staff' ? `${clinic.name}: front desk` : clinic.name,
    short_name: shortName(clinic.name),
    description: app === 'staff' ? `Appointments and blockers of ${clinic.name}.` : descriptionOf(clinic),
    lang: isoLanguage(FALLBACK_LANGUAGE),
    dir: 'ltr' as const,
    start_url: start,
    scope: paths.home(),
    display: 'standalone' as const,
    theme_color: pageColour,
    background_color: pageColour,
    categories: ['health', 'medical'],
    icons: [
      icon('icon-192', 192),
      icon('icon-512', 512),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
      icon('monochrome-512', 512, 'monochrome'),
    ],
    screenshots: SCREENSHOTS.filter((shot) => shot.app === app).map(({ name, form, label }) => ({
      src: `/screenshots/${name}.webp`,
      sizes: SHOT_PIXELS[form].join('x'),
      type: 'image/webp',
      form_factor: form,
      label,
    })),
    shortcuts: [
      { name: 'Book an appointment', url: paths.book(), icons: [icon('shortcut-book', 96)] },
      { name: 'Booked appointments', url: paths.dashboard(), icons: [icon('shortcut-booked', 96)] },
    ],
  }
}

function icon(name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome' = 'any') {
  return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}
