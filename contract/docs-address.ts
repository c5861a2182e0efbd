/** Path of the documentation on the server. The app and its worker leave these addresses to it. */
export const DOCS = '/docs'

/** Default targets of the settings panel's outbound links: Enamel has no public address. */
export const DEFAULT_LINKS = { sampleLayout: `${DOCS}/demonstration`, purchase: `${DOCS}/enamel` }

/** Reports whether a typed path belongs to the documentation: capitals don't count, as for the app's own pages. */
export function isDocs(pathname: string): boolean {
  return /^\/docs(?:\/|$)/i.test(pathname)
}
