import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { thisTablet } from '../../../offline/tablet/index.ts'
import { keepSessionAtom } from '../../../session/session-atoms.ts'
import { signedInAs } from '../../../session/signed-in.fixture.ts'
import { store } from '../../../store.ts'
import { becomeTablet, stopBeingTablet } from './become-tablet.ts'

const DEVICE = { id: 'a-tablet', token: 'token of the tablet' }
const ADA = signedInAs('ada').user
const NAME = 'Front desk Abuja'

const REGISTER = `POST /devices as token of ada {"name":"${NAME}"}`
/** The PIN and the key as the server sees them. */
const JOIN =
  /^POST \/devices\/people as token of ada \{"device":"token of the tablet","pin":"[\w-]{43}","publicKey":"[\w-]{87}"\}$/
/** The session is the tablet's from then on, and reaches no further. */
const ASKS_WHO = 'GET /auth/session as token of ada'
const REVOKE = 'DELETE /devices/a-tablet as token of ada'
const SAYS_GONE = 'POST /devices/contact as token of the tablet {"owner":null,"lockedOut":false}'

let asked: string[]
/** Status codes that the server answers instead, by method; 0: no answer. */
let trouble: Record<string, number>

beforeEach(() => {
  asked = []
  trouble = {}
  const marks = new Map<string, string>()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => marks.get(key) ?? null,
    setItem: (key: string, value: string) => void marks.set(key, value),
    removeItem: (key: string) => void marks.delete(key),
  })
  vi.stubGlobal('fetch', async (address: string, { method = '', headers, body }: RequestInit) => {
    const bearer = new Headers(headers).get('authorization')?.replace('Bearer ', '')
    const path = address.replace('/api', '')
    asked.push([`${method} ${path} as ${bearer}`, body].filter(Boolean).join(' '))
    const status = trouble[`${method} ${path}`] ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    const code = { 404: 'not_found', 429: 'too_many_requests' }[status]
    const data = path === '/devices' ? DEVICE : { keep: 'nothing' }
    return Response.json({ success: status === 200, code, message: 'A sentence.', data }, { status })
  })
  store.set(keepSessionAtom, signedInAs('ada'))
})

// One database for all of them: modules keep it open. What a test leaves behind, it takes away.
vi.stubGlobal('indexedDB', new IDBFactory())

describe('a browser that is made a tablet', () => {
  it('is registered by name and is one from then on; the PIN goes nowhere', async () => {
    await becomeTablet(NAME, '194703', ADA)
    expect(await thisTablet()).toEqual({ ...DEVICE, name: NAME })
    expect(asked).toEqual([REGISTER, expect.stringMatching(JOIN), ASKS_WHO])
    expect(asked.join()).not.toContain('194703')
    await stopBeingTablet(DEVICE)
  })

  it('is registered for the locations that were chosen', async () => {
    await becomeTablet(NAME, '194703', ADA, ['fct'])
    expect(asked[0]).toBe(REGISTER.replace('}', ',"locations":["fct"]}'))
    await stopBeingTablet(DEVICE)
  })

  it('that cannot make its keys is none, is revoked, and says that nothing is left', async () => {
    // What is no PIN stands for whatever the browser refuses.
    const failure = await becomeTablet(NAME, '1947', ADA).catch((error) => error)
    expect(failure).toMatchObject({ name: 'Error', isListed: false, cause: expect.any(RangeError) })
    expect(await thisTablet()).toBeNull()
    expect(asked).toEqual([REGISTER, REVOKE, SAYS_GONE])
  })

  it('that cannot make its keys, and whose line drops then, is still in the list', async () => {
    trouble = { 'DELETE /devices/a-tablet': 0 }
    await expect(becomeTablet(NAME, '1947', ADA)).rejects.toMatchObject({ isListed: true })
    expect(await thisTablet()).toBeNull()
  })

  it('is none when the server refuses', async () => {
    trouble = { 'POST /devices': 429 }
    await expect(becomeTablet(NAME, '194703', ADA)).rejects.toMatchObject({ status: 429 })
    expect(await thisTablet()).toBeNull()
    expect(asked).toEqual([REGISTER])
  })
})

describe('a tablet that is to be one no more', () => {
  beforeEach(() => becomeTablet(NAME, '194703', ADA))

  it('is revoked, deletes what it keeps, and tells the server', async () => {
    await stopBeingTablet(DEVICE)
    expect(await thisTablet()).toBeNull()
    expect(asked).toEqual([REGISTER, expect.stringMatching(JOIN), ASKS_WHO, REVOKE, SAYS_GONE])
  })

  it.each([
    ['the server has forgotten it', { 'DELETE /devices/a-tablet': 404 }],
    ['the line drops after it was revoked', { 'POST /devices/contact': 0 }],
  ])('is none afterwards when %s', async (_, what) => {
    trouble = what
    await stopBeingTablet(DEVICE)
    expect(await thisTablet()).toBeNull()
  })

  it('stays one when it cannot be revoked: the list would say what is not so', async () => {
    trouble = { 'DELETE /devices/a-tablet': 0 }
    await expect(stopBeingTablet(DEVICE)).rejects.toMatchObject({ kind: 'network' })
    expect(await thisTablet()).toEqual({ ...DEVICE, name: NAME })
  })
})
