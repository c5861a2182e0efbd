import type { LanguageCode } from '../domain/languages.ts'

declare global {
  /** Values that the build bakes into the page (scripts/build/baked-in.ts). */
  const __ENAMEL__: {
    name: string
    languages: readonly LanguageCode[]
    portalToken: string
    apiBaseUrl: string
    buildYear: number
  }
}

/** The clinic's name, in titles and frames. It is its one fact in the build; all others come from the server (clinic.ts). */
export const clinicName: string = __ENAMEL__.name

/** The languages that pages were built in. */
export const builtLanguages: readonly LanguageCode[] = __ENAMEL__.languages

/** The bearer of calls without a session. Everyone can read it: it marks the portal and is no secret. */
export const portalToken: string = __ENAMEL__.portalToken

/** Address of the API without a trailing slash: '/api', or absolute if it is on another host. */
export const apiBaseUrl: string = __ENAMEL__.apiBaseUrl

/** The year of the build in clinic time, shown by a prerendered page until it runs. */
export const buildYear: number = __ENAMEL__.buildYear
