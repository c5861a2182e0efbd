import { beforeEach, expect, it, vi } from 'vitest'
import clinicConfig from '../clinic.config.ts'
import { publicClinic } from '../domain/public-clinic.ts'
import { clinicAtom, clinicFacts, clinicFailedAtom, loadClinic, refreshClinic } from './clinic.ts'
import { store } from './store.ts'

const FACTS = publicClinic(clinicConfig)
let asked: string[]
let answer: () => Promise<Response>

beforeEach(() => {
  asked = []
  answer = async () => Response.json({ success: true, data: FACTS })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return answer()
  })
  store.set(clinicAtom, undefined)
})

it('the facts are fetched once, however many want them', async () => {
  const [first, second] = await Promise.all([loadClinic(), loadClinic()])
  expect([first, second, await loadClinic()]).toEqual([FACTS, FACTS, FACTS])
  expect(clinicFacts()).toEqual(FACTS)
  expect(asked).toEqual(['/api/clinic'])
})

it.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server in trouble', async () => Response.json({ success: false }, { status: 503 })],
  ['a page of a proxy', async () => new Response('<html>')],
  [
    'facts of another shape',
    async () => Response.json({ success: true, data: { ...FACTS, locations: null } }),
  ],
])('%s is said, and the next call tries again', async (_, failing) => {
  const working = answer
  answer = failing
  await expect(loadClinic()).rejects.toThrow()
  expect(store.get(clinicFailedAtom)).toBe(true)
  expect(clinicFacts).toThrow()
  answer = working
  expect(await loadClinic()).toEqual(FACTS)
  expect(store.get(clinicFailedAtom)).toBe(false)
})

it('what is known stays when it cannot be refreshed', async () => {
  await loadClinic()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(refreshClinic()).rejects.toThrow()
  expect(clinicFacts()).toEqual(FACTS)
  expect(store.get(clinicFailedAtom)).toBe(false)
})

it('equal facts change nothing, and others take their place', async () => {
  const known = await loadClinic()
  await refreshClinic()
  expect(clinicFacts()).toBe(known)
  answer = async () => Response.json({ success: true, data: { ...FACTS, languages: ['en'] } })
  await refreshClinic()
  expect(clinicFacts().languages).toEqual(['en'])
})
