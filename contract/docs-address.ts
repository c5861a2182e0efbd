/** Where the server has the documentation. The app and its worker leave these addresses to it. */
export const DOCS = '/docs'

/** Where the outbound links of the settings panel lead unless the clinic names others: Enamel has no public address. */
export const DEFAULT_LINKS = { sampleLayout: `${DOCS}/demonstration`, purchase: `${DOCS}/enamel` }

/** Whether a path as someone typed it belongs to the documentation: capitals don't count, as for the app's own pages. */
export function isDocs(pathname: string): boolean {
  return /^\/docs(?:\/|$)/i.test(pathname)
}
