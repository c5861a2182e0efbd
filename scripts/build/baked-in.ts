import clinicConfig from '../../clinic.config.ts'
import { parseClinic } from '../../contract/clinic-config.ts'
import { clinicDate } from '../../domain/clinic-time.ts'
import type { LanguageCode } from '../../domain/languages.ts'

/** Values built into the page; `src/build.ts` hands them to the app. */
export type BakedIn = {
  name: string
  languages: readonly LanguageCode[]
  portalToken: string
  apiBaseUrl: string
  buildYear: number
}

/** The clinic as its file has it at the build. @throws ClinicConfigError when clinic.config.ts has a mistake */
export const clinicOfBuild = () => parseClinic(clinicConfig)

/**
 * Reads the values built into the page: the clinic's name and languages, `PORTAL_TOKEN` (default 'portal') and
 * `VITE_API_BASE_URL` (default '/api'). A setting that is there but empty counts as not set.
 * @throws ClinicConfigError when clinic.config.ts has a mistake.
 */
export function bakedIn(env: Record<string, string | undefined>, now = new Date()): BakedIn {
  const { name, languages, timeZone } = clinicOfBuild()
  return {
    name,
    languages,
    portalToken: env.PORTAL_TOKEN?.trim() || 'portal',
    apiBaseUrl: (env.VITE_API_BASE_URL?.trim() || '/api').replace(/\/+$/, ''),
    buildYear: Number(clinicDate(now, timeZone).slice(0, 4)),
  }
}

/** The same as constants for Vite's and Vitest's `define`. */
export function bakedInConstants(env: Record<string, string | undefined>): Record<string, string> {
  const known = bakedIn(env)
  // The worker calls it by itself (sw/sw.ts).
  return { __ENAMEL__: JSON.stringify(known), __API__: JSON.stringify(known.apiBaseUrl) }
}
