import { expect, it } from 'vitest'
import { fileHeaders } from '../../server/web/security-headers.ts'
import { precacheOf } from '../../sw/precache.ts'
import { precacheEntries } from './precache.ts'

const PARTS = {
  booking: ['assets/entry-1.js'],
  staff: ['assets/staff-1.js'],
  languages: { de: { booking: ['assets/verify-de.js'], staff: ['assets/shell-de.js'] } },
}
const HTML =
  '<link rel="icon" href="/icons/mark.svg"><link rel="apple-touch-icon" href="/icons/large.png">' +
  '<script src="/early.js"></script><script type="module" src="/assets/entry-1.js"></script>'
const POLICY = { styleHashes: ['sha256-abc='], scriptHashes: ['sha256-map='], apiBaseUrl: '/api' }
const headersOf = ({ apiBaseUrl, ...sources }: typeof POLICY) => fileHeaders(apiBaseUrl, sources)
/** As Workbox finds them: only names without a hash have a revision. */
const FILES = {
  'book-appointment.html': 'b1',
  'index.html': 'i1',
  'early.js': 'e1',
  'icons/mark.svg': 'm1',
  'icons/large.png': 'l1',
  'assets/entry-1.js': null,
  'assets/staff-1.js': null,
  'assets/verify-de.js': null,
  'assets/shell-de.js': null,
  'assets/online-only-1.js': null,
  'assets/page-de.json': null,
}

const entries = (files: Record<string, string | null> = {}, policy: Partial<typeof POLICY> = {}) =>
  precacheEntries(
    Object.entries({ ...FILES, ...files }).map(([url, revision]) => ({ url, revision })),
    {
      parts: PARTS,
      html: [HTML],
      languagePages: { de: '/assets/page-de.json' },
      headers: () => headersOf({ ...POLICY, ...policy }),
    },
  )
const revision = (url: string, ...change: Parameters<typeof entries>) =>
  entries(...change).find((entry) => entry.url === url)?.revision

it('holds both pages, what they ask for themselves and the chunks of each part, and no other file', () => {
  const some = expect.stringMatching(/^[\w-]{16}$/)
  expect(precacheOf(entries())).toEqual({
    booking: [
      { url: '/book-appointment', revision: some },
      { url: '/shell', revision: some },
      { url: '/early.js', revision: 'e1' },
      { url: '/icons/mark.svg', revision: 'm1' },
      { url: '/assets/entry-1.js', revision: null },
    ],
    staff: ['/assets/staff-1.js'],
    languages: {
      de: {
        booking: ['/assets/verify-de.js', '/assets/page-de.json'],
        staff: ['/assets/shell-de.js'],
        page: '/assets/page-de.json',
      },
    },
  })
})

it('is the same while nothing changes', () => expect(entries()).toEqual(entries()))

it.each(['/book-appointment', '/shell'])('%s is another with another policy', (url) => {
  const before = revision(url)
  expect(revision(url, {}, { styleHashes: ['sha256-def='] })).not.toBe(before)
  expect(revision(url, {}, { scriptHashes: ['sha256-new='] })).not.toBe(before)
  expect(revision(url, {}, { apiBaseUrl: 'https://api.example.com' })).not.toBe(before)
})

it.each([
  ['/book-appointment', 'book-appointment.html'],
  ['/early.js', 'early.js'],
])('%s is another with another text, the rest is not', (url, file) => {
  const changed = { [file]: 'other' }
  expect(revision(url, changed)).not.toBe(revision(url))
  expect(entries(changed).filter((entry) => entry.url !== url)).toEqual(
    entries().filter((entry) => entry.url !== url),
  )
})

it('is no list when a file of it was not built', () =>
  expect(() => precacheEntries([], { parts: PARTS, html: [HTML], headers: () => headersOf(POLICY) })).toThrow(
    '/book-appointment, which was not built',
  ))
