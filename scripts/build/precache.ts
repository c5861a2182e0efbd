import { createHash } from 'node:crypto'
import { BOOKING_PAGE, SHELL_PAGE } from '../../sw/pages.ts'
import type { PrecacheEntry } from '../../sw/precache.ts'
import type { PrecacheParts } from './precache-parts.ts'

/** The pages that are kept: the address that the server answers with them, and the file in which they lie. */
const PAGES: Record<string, string> = {
  [BOOKING_PAGE]: 'book-appointment.html',
  [SHELL_PAGE]: 'index.html',
}

/** The file, from the built folder on, that the server sends for an address of the precache. */
export const fileOf = (url: string) => PAGES[url] ?? url.slice(1)

/** What there is to know of a build to say what its worker keeps. */
export type Kept = {
  parts: PrecacheParts
  /** The text of every page that is kept. */
  html: readonly string[]
  /** By ISO code the address of what the booking page says in that language (sw/in-language.ts). */
  languagePages?: Readonly<Record<string, string>>
  /** With which a page's file is served: it is kept with them, a changed policy among them is a changed page. */
  headers: (file: string) => Record<string, string>
}

/**
 * The worker's list: of all files of a build those that it keeps, each with whose it is.
 * @param files as Workbox finds them in the build's folder, with their revisions
 * @throws Error when a file that is kept is not among them
 */
export function precacheEntries(
  files: readonly { url: string; revision: string | null }[],
  { parts, html, languagePages = {}, headers }: Kept,
): PrecacheEntry[] {
  const revisions = new Map(files.map(({ url, revision }) => [url, revision]))
  const entry = (url: string, whose: Omit<PrecacheEntry, 'url' | 'revision'>): PrecacheEntry => {
    const revision = revisions.get(fileOf(url))
    if (revision === undefined) throw new Error(`The worker is to keep ${url}, which was not built.`)
    const page = PAGES[url]
    return { url, revision: page ? hashOf(revision, JSON.stringify(headers(page))) : revision, ...whose }
  }
  const entries = (urls: readonly string[], whose: Omit<PrecacheEntry, 'url' | 'revision'>) =>
    urls.map((url) => entry(url, whose))
  const named = [...new Set(html.flatMap(namedFiles))].filter((url) => !url.startsWith('/assets/')).sort()
  return [
    ...entries([...Object.keys(PAGES), ...named, ...addressesOf(parts.booking)], { part: 'booking' }),
    ...entries(addressesOf(parts.staff), { part: 'staff' }),
    ...Object.entries(parts.languages).flatMap(([language, { booking, staff }]) => [
      ...entries(addressesOf(booking), { part: 'booking', language }),
      ...entries(addressesOf(staff), { part: 'staff', language }),
      ...entries(languagePages[language] ? [languagePages[language]] : [], {
        part: 'booking',
        language,
        isPage: true,
      }),
    ]),
  ]
}

const addressesOf = (chunks: readonly string[]) => chunks.map((chunk) => `/${chunk}`)

/** The scripts, icon and manifest that a page itself asks for; what only the home screen shows is not among them. */
function namedFiles(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || /rel="(?:icon|manifest|modulepreload)"/.test(tag))
    .flatMap((tag) => /(?:src|href)="(\/[^"]+)"/.exec(tag)?.[1] ?? [])
}

const hashOf = (...texts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 16)
