import { beforeEach, expect, it, vi } from 'vitest'
import { importChunk } from './import-chunk.ts'

const FILES = ['assets/step.js', 'assets/form.js']
const named = new Set<string>()
const links: string[] = []
const dataset: { start?: string } = {}
const fetched = vi.fn<(address: string) => Promise<Response>>()

beforeEach(() => {
  named.clear()
  links.length = 0
  delete dataset.start
  fetched.mockReset().mockImplementation(async () => new Response('export {}'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', {
    documentElement: { dataset },
    createElement: () => ({}),
    querySelector: (selector: string) => [...named].find((file) => selector.includes(`"/${file}"`)) ?? null,
    head: { append: ({ href }: { href: string }) => links.push(href) },
  })
})

/** As Firefox and Safari import: an address that failed once fails for ever. */
function importKeepingFailures(isThere: () => boolean) {
  let failure: Error | undefined
  return async () => {
    if (!isThere()) failure ??= new TypeError('error loading dynamically imported module')
    if (failure) throw failure
    return 'the step'
  }
}

it('a chunk is imported when all of its files are there, so that a failure can be retried', async () => {
  let isConnected = false
  fetched.mockImplementation(async (address) => {
    if (!isConnected && address.includes('form')) throw new TypeError('NetworkError')
    return new Response('export {}')
  })
  const importIt = importKeepingFailures(() => isConnected)
  await expect(importChunk(importIt, FILES)).rejects.toThrow('NetworkError')
  isConnected = true
  expect(await importChunk(importIt, FILES)).toBe('the step')
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/assets/step.js',
    '/assets/form.js',
    '/assets/form.js',
  ])
})

it('an answer that is no file, or breaks off, counts as a failure', async () => {
  const importIt = vi.fn()
  fetched.mockImplementationOnce(async () => new Response('Not found', { status: 404 }))
  await expect(importChunk(importIt, ['assets/gone.js'])).rejects.toThrow('assets/gone.js: 404')
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) })
  fetched.mockImplementationOnce(async () => new Response(broken))
  await expect(importChunk(importIt, ['assets/gone.js'])).rejects.toThrow('cut')
  expect(importIt).not.toHaveBeenCalled()
})

it('a file is fetched once, and not when the page itself names it', async () => {
  named.add('assets/entry.js')
  await importChunk(async () => 1, ['assets/list.js', 'assets/entry.js'])
  await importChunk(async () => 2, ['assets/day.js', 'assets/list.js', 'assets/entry.js'])
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/assets/list.js', '/assets/day.js'])
})

it('a chunk is imported at once in Chromium, which forgets failures, with its other files in parallel', async () => {
  vi.stubGlobal('navigator', { userAgentData: {} })
  named.add('assets/entry.js')
  const files = ['assets/calendar.js', 'assets/picker.js', 'assets/entry.js']
  expect(await importChunk(async () => 'it', files)).toBe('it')
  await importChunk(async () => 'it', files)
  await importChunk(async () => 'alone', ['assets/alone.js'])
  expect(links).toEqual(['/assets/calendar.js', '/assets/picker.js'])
  expect(fetched).not.toHaveBeenCalled()
})

it('a staff page that starts again from the device leaves the files to the import', async () => {
  const importFrom = async (controller: object | null, name: string) => {
    vi.stubGlobal('navigator', { userAgentData: {}, serviceWorker: { controller } })
    await importChunk(async () => 'it', [`assets/${name}.js`, `assets/${name}-2.js`])
    return links.splice(0).length
  }
  expect(await importFrom({}, 'booking')).toBe(2)
  dataset.start = 'list'
  expect(await importFrom({}, 'list')).toBe(0)
  expect(await importFrom(null, 'without-worker')).toBe(2)
})
