import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const KEY = 'endedSessions'
/** SHA-256 of 'token', in base64url. */
const HASH = 'PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A'
let answer: (path: string, body: string) => Promise<Response>
let said: { path: string; body: string }[]
let stored: Map<string, string>
let listeners: (() => void)[]

beforeEach(() => {
  said = []
  listeners = []
  stored = new Map()
  answer = async () => new Response('{"success":true,"message":"Signed out."}')
  vi.stubGlobal('__ENAMEL__', { portalToken: 'portal', apiBaseUrl: '/api' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => void listeners.push(listener))
  vi.stubGlobal('fetch', (path: string, { body = '' }: { body?: string }) => {
    said.push({ path, body })
    return answer(path, body)
  })
})
afterEach(() => vi.resetModules())

const load = () => import('./ended-later.ts')

it('a reported sign-out leaves nothing behind', async () => {
  const { endOnServer } = await load()
  await endOnServer('token')
  expect(said.map(({ path }) => path)).toEqual(['/api/auth/logout'])
  expect(stored.size).toBe(0)
})

// On the version before, a session that was signed out without a connection lived on for its 12 hours.
it('an unreported session is ended at the next contact, by the hash that the server stores', async () => {
  const { endOnServer, endPending } = await load()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await endOnServer('token')
  expect(stored.get(KEY)).toBe(JSON.stringify([HASH]))
  expect(listeners).toHaveLength(1)

  answer = async () => new Response('{"success":true,"message":"Signed out."}')
  endPending()
  await vi.waitFor(() => expect(stored.size).toBe(0))
  expect(said.at(-1)).toEqual({
    path: '/api/auth/ended-sessions',
    body: JSON.stringify({ sessions: [HASH] }),
  })
})

it('without ended sessions nothing is sent', async () => {
  const { endPending } = await load()
  endPending()
  expect(said).toEqual([])
})

it('unreported sessions stay stored, and no more than the server accepts', async () => {
  const { endOnServer, endPending } = await load()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  for (let i = 0; i < 22; i++) await endOnServer(`token ${i}`)
  endPending()
  expect(JSON.parse(stored.get(KEY) ?? '[]')).toHaveLength(20)
})
