import clinicConfig from '../../clinic.config.ts'
import { parseClinic } from '../../contract/clinic-config.ts'
import { clinicDate } from '../../domain/clinic-time.ts'
import { type PublicClinic, publicClinic } from '../../domain/public-clinic.ts'

/** The facts that the page is built with; `src/clinic.ts` hands them to the app. */
export type BakedIn = { clinic: PublicClinic; portalToken: string; apiBaseUrl: string; buildYear: number }

/**
 * Reads what is baked into the page: the clinic, `PORTAL_TOKEN` (default 'portal') and
 * `VITE_API_BASE_URL` (default '/api'). A setting that is there but empty counts as not set.
 * @throws ClinicConfigError when clinic.config.ts has a mistake.
 */
export function bakedIn(env: Record<string, string | undefined>, now = new Date()): BakedIn {
  const clinic = publicClinic(parseClinic(clinicConfig))
  return {
    clinic,
    portalToken: env.PORTAL_TOKEN?.trim() || 'portal',
    apiBaseUrl: (env.VITE_API_BASE_URL?.trim() || '/api').replace(/\/+$/, ''),
    buildYear: Number(clinicDate(now, clinic.timeZone).slice(0, 4)),
  }
}

/** The same as constants for Vite's and Vitest's `define`. */
export function bakedInConstants(env: Record<string, string | undefined>): Record<string, string> {
  return { __ENAMEL__: JSON.stringify(bakedIn(env)) }
}
