import { beforeEach, expect, it, vi } from 'vitest'
import { CLINIC_CHANGED } from '../contract/clinic-changed.ts'
import { cacheClinicFacts, clinicFacts } from './clinic-facts.ts'

const ADDRESS = 'https://clinic.example/api/clinic'

let stored: Map<string, Response>
let told: unknown[]
let server: () => Promise<Response>
let work: Promise<unknown>[]

beforeEach(() => {
  stored = new Map()
  told = []
  work = []
  server = async () => facts('one')
  vi.stubGlobal('fetch', () => server())
  const cache = {
    match: async ({ url }: Request) => stored.get(url)?.clone(),
    put: async ({ url }: Request, answer: Response) => void stored.set(url, answer),
    add: async ({ url }: Request) => {
      const answer = await server()
      if (!answer.ok) throw new TypeError('not ok')
      stored.set(url, answer)
    },
  }
  vi.stubGlobal('caches', { open: async () => cache })
  const page = { postMessage: (message: unknown) => told.push(message) }
  vi.stubGlobal('self', { clients: { matchAll: async () => [page] } })
})

const facts = (text: string, status = 200) => new Response(text, { status, headers: { etag: `"${text}"` } })
const ask = async () => {
  const answer = await clinicFacts(new Request(ADDRESS), { waitUntil: (more) => void work.push(more) })
  return answer.text()
}

it('facts stored at install are answered at once, without the server', async () => {
  await cacheClinicFacts(ADDRESS)
  server = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await ask()).toBe('one')
  await Promise.all(work)
  expect(told).toEqual([])
})

it('the server’s answer is stored when nothing was', async () => {
  expect(await ask()).toBe('one')
  await Promise.all(work)
  expect(await stored.get(ADDRESS)?.text()).toBe('one')
  expect(told).toEqual([])
})

it('newer facts are stored, and open pages hear of them', async () => {
  await cacheClinicFacts(ADDRESS)
  server = async () => facts('two')
  expect(await ask()).toBe('one')
  await Promise.all(work)
  expect(told).toEqual([{ type: CLINIC_CHANGED }])
  expect(await ask()).toBe('two')
  await Promise.all(work)
  expect(told).toHaveLength(1)
})

it('a server in trouble takes nothing away', async () => {
  await cacheClinicFacts(ADDRESS)
  server = async () => facts('sorry', 503)
  expect(await ask()).toBe('one')
  await Promise.all(work)
  expect(await ask()).toBe('one')
})
