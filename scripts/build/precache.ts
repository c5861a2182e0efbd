import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BOOKING_PAGE, SHELL_PAGE } from '../../sw/pages.ts'
import type { Precache } from '../../sw/precache.ts'
import type { PrecacheParts } from './precache-parts.ts'

/** The pages that are kept: the address that the server answers with them, and the file in which they lie. */
const PAGES: Record<string, string> = {
  [BOOKING_PAGE]: 'book-appointment.html',
  [SHELL_PAGE]: 'index.html',
}

/** The file, from the built folder on, that the server sends for an address of the precache. */
export const fileOf = (url: string) => PAGES[url] ?? url.slice(1)

/**
 * What the service worker keeps of a built page.
 * @param headers with which the pages are served: they are kept with them, a changed policy among them is a changed page
 */
export async function precacheOf(
  client: string,
  parts: PrecacheParts,
  headers: Record<string, string>,
): Promise<Precache> {
  const read = (url: string) => readFile(path.join(client, fileOf(url)), 'utf8')
  const pages = await Promise.all(
    Object.keys(PAGES).map(async (url) => {
      const html = await read(url)
      return { url, html, revision: revisionOf(html, JSON.stringify(headers)) }
    }),
  )
  const named = [...new Set(pages.flatMap(({ html }) => namedFiles(html)))].sort()
  const unhashed = await Promise.all(
    named
      .filter((url) => !url.startsWith('/assets/'))
      .map(async (url) => ({ url, revision: revisionOf(await read(url)) })),
  )
  return {
    booking: [
      ...pages.map(({ url, revision }) => ({ url, revision })),
      ...unhashed,
      ...parts.booking.map((chunk) => ({ url: `/${chunk}`, revision: null })),
    ],
    staff: addressesOf(parts.staff),
    languages: Object.fromEntries(
      Object.entries(parts.languages).map(([iso, { booking, staff }]) => [
        iso,
        { booking: addressesOf(booking), staff: addressesOf(staff) },
      ]),
    ),
  }
}

const addressesOf = (chunks: readonly string[]) => chunks.map((chunk) => `/${chunk}`)

/** The scripts, icon and manifest that a page itself asks for; what only the home screen shows is not among them. */
function namedFiles(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || /rel="(?:icon|manifest|modulepreload)"/.test(tag))
    .flatMap((tag) => /(?:src|href)="(\/[^"]+)"/.exec(tag)?.[1] ?? [])
}

function revisionOf(...texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}\0${text}`)
  return hash.digest('base64url').slice(0, 16)
}
