import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pageHeaders } from '../../server/web/security-headers.ts'
import { precacheOf } from './precache.ts'

const PARTS = { booking: ['assets/entry-1.js'], staff: ['assets/staff-1.js'], languages: {} }
const HTML =
  '<link rel="icon" href="/icons/mark.svg"><link rel="apple-touch-icon" href="/icons/large.png">' +
  '<script src="/early.js"></script><script type="module" src="/assets/entry-1.js"></script>'
const POLICY = { styleHashes: ['sha256-abc='], apiBaseUrl: '/api' }

let client: string
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(path.join(client, name)), { recursive: true })
  await writeFile(path.join(client, name), text)
}
const precache = (policy: Partial<typeof POLICY> = {}) =>
  precacheOf(client, PARTS, pageHeaders({ ...POLICY, ...policy }))
const revision = async (url: string, policy: Partial<typeof POLICY> = {}) =>
  (await precache(policy)).booking.find((entry) => entry.url === url)?.revision

beforeEach(async () => {
  client = await mkdtemp(path.join(tmpdir(), 'enamel-client-'))
  await write('book-appointment.html', `booking ${HTML}`)
  await write('index.html', `shell ${HTML}`)
  await write('early.js', 'early')
  await write('icons/mark.svg', '<svg/>')
})
afterEach(() => rm(client, { recursive: true, force: true }))

it('holds both pages and what they ask for themselves; only names without a hash have a revision', async () => {
  const { booking, staff } = await precache()
  const some = expect.stringMatching(/^[\w-]{16}$/)
  expect(booking).toEqual([
    { url: '/book-appointment', revision: some },
    { url: '/shell', revision: some },
    { url: '/early.js', revision: some },
    { url: '/icons/mark.svg', revision: some },
    { url: '/assets/entry-1.js', revision: null },
  ])
  expect(staff).toEqual(['/assets/staff-1.js'])
})

it('is the same while nothing changes', async () => expect(await precache()).toEqual(await precache()))

it.each(['/book-appointment', '/shell'])('%s is another with another policy', async (url) => {
  const before = await revision(url)
  expect(await revision(url, { styleHashes: ['sha256-def='] })).not.toBe(before)
  expect(await revision(url, { apiBaseUrl: 'https://api.example.com' })).not.toBe(before)
})

it.each([
  ['/book-appointment', 'book-appointment.html', `booking, in other words ${HTML}`],
  ['/early.js', 'early.js', 'earlier'],
])('%s is another with another text, the rest is not', async (url, file, text) => {
  const [before, icon] = [await revision(url), await revision('/icons/mark.svg')]
  await write(file, text)
  expect(await revision(url)).not.toBe(before)
  expect(await revision('/icons/mark.svg')).toBe(icon)
})
