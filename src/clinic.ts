import type { PublicClinic } from '../domain/public-clinic.ts'

declare global {
  /** What the build bakes into the page (scripts/build/baked-in.ts). */
  const __ENAMEL__: {
    clinic: PublicClinic
    portalToken: string
    apiBaseUrl: string
    buildYear: number
  }
}

/** The clinic's public facts, as `clinic.config.ts` had them when the page was built. */
export const clinic: PublicClinic = __ENAMEL__.clinic

/** The bearer of calls without a session. Everyone can read it: it marks the portal and is no secret. */
export const portalToken: string = __ENAMEL__.portalToken

/** Where the API is, without a slash at the end: '/api', or a whole address when it lives elsewhere. */
export const apiBaseUrl: string = __ENAMEL__.apiBaseUrl

/** The year of the build in clinic time, shown by a prerendered page until it runs. */
export const buildYear: number = __ENAMEL__.buildYear
