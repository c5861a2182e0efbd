import { isDocs } from '../contract/docs-address.ts'

/** The pages that are kept, by the addresses at which the server answers with them. */
export const BOOKING_PAGE = '/book-appointment'
export const SHELL_PAGE = '/shell'

/** What the server answers with something else than a page that is kept. A visit's own page is not. */
const NO_PAGES = /^\/+(?:api|healthz|readyz|metrics|assets|dev|calendar|fhir|visit|v)(?:\/|$)/i

/**
 * The kept page for an address that someone opens: as the server has it (server/operations/web/web-app.ts), the prerendered page
 * for booking and the shell for every other address. Whatever looks like a file is only ever itself.
 * @returns undefined when the network has to answer
 */
export function pageAt(pathname: string): typeof BOOKING_PAGE | typeof SHELL_PAGE | undefined {
  if (NO_PAGES.test(pathname) || isDocs(pathname) || /\.[^/]*$/.test(pathname)) return undefined
  return pathname.replace(/\/+$/, '').toLowerCase() === BOOKING_PAGE ? BOOKING_PAGE : SHELL_PAGE
}
