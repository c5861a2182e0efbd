import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  DEVICE,
  keysOfPin,
  newDevice,
  OWNER,
  openTab,
  PIN,
  SLOW,
  type Tab,
  WRONG,
} from '../../device/tablet/tablet.fixture.ts'

vi.setConfig(SLOW)

const answer = (status: number, body: unknown, type = 'application/json') =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': type },
  })
const keep = (keeps: string) => answer(200, { success: true, data: { keep: keeps } })
const refused = (status: number, code: string) =>
  answer(status, { success: false, code, message: 'A sentence.' })
const page = (status: number) => answer(status, '<h1>Please sign in to the Wi-Fi</h1>', 'text/html')

let tab: Tab
let said: { address: string; bearer: string | null; body: unknown }[]
/** 'nothing': no answer comes. */
function server(answers: () => Response | 'nothing' | Promise<Response>): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const bearer = new Headers(init.headers).get('authorization')
    said.push({ address, bearer, body: JSON.parse(String(init.body)) })
    const answered = await answers()
    if (answered === 'nothing') throw new TypeError('Failed to fetch')
    return answered
  })
}

beforeEach(async () => {
  vi.unstubAllGlobals()
  newDevice()
  said = []
  tab = await openTab()
  await tab.setUp(await keysOfPin())
  await tab.keep('Ada Obi')
})

const left = async () => ({
  tablet: (await tab.readTablet())?.state ?? null,
  mark: tab.tabletMark(),
  pagesOf: await tab.pagesOwner(),
})
const ALL = { tablet: 'set_up', mark: 'set_up', pagesOf: OWNER }
const REGISTRATION = { ...ALL, pagesOf: null }
const NOTHING = { tablet: null, mark: null, pagesOf: null }

describe('the tablet’s pages when the server', () => {
  it.each<[string, () => Response | 'nothing', 'told' | 'unreachable', object]>([
    ['lets everything stay', () => keep('all'), 'told', ALL],
    ['lets the registration stay', () => keep('registration'), 'told', REGISTRATION],
    ['lets nothing stay', () => keep('nothing'), 'told', NOTHING],
    ['does not know the token', () => refused(401, 'unauthorized'), 'told', NOTHING],
    ['cannot be reached', () => 'nothing', 'unreachable', ALL],
    ['has lost its database', () => refused(503, 'unavailable'), 'unreachable', ALL],
    ['has a fault', () => refused(500, 'internal'), 'unreachable', ALL],
    ['is asked too often', () => refused(429, 'too_many_requests'), 'unreachable', ALL],
    ['does not allow it', () => refused(403, 'forbidden'), 'unreachable', ALL],
    ['does not know the call yet', () => refused(404, 'not_found'), 'unreachable', ALL],
    ['is behind a proxy that wants a sign-in', () => page(401), 'unreachable', ALL],
    ["is behind a proxy's own page", () => page(200), 'unreachable', ALL],
    ['is behind a proxy that cannot reach it', () => page(502), 'unreachable', ALL],
    ['says a word of a later version', () => keep('half'), 'unreachable', ALL],
  ])('%s', async (_, answers, contact, stays) => {
    server(answers)
    expect(await tab.contactServer()).toBe(contact)
    expect(await left()).toEqual(stays)
  })
})

it.each([
  { keeps: 'all', isSignedIn: true },
  { keeps: 'registration', isSignedIn: true },
  { keeps: 'nothing', isSignedIn: false },
])('the session stays when the server lets $keeps stay: $isSignedIn', async ({ keeps, isSignedIn }) => {
  const listen = vi.fn()
  vi.stubGlobal('addEventListener', listen)
  tab.signIn()
  server(() => keep(keeps))
  await tab.contactServer()
  expect(tab.isSignedIn()).toBe(isSignedIn)
  // Nobody here answers the sign-out, which waits for the line; that must not meet the next test.
  if (!isSignedIn) await vi.waitFor(() => expect(listen.mock.calls[0]?.[0]).toBe('online'))
})

it('the tablet reports whose pages it stores, with its own token', async () => {
  server(() => keep('all'))
  await tab.contactServer()
  expect(said).toEqual([
    {
      address: '/api/devices/contact',
      bearer: `Bearer ${DEVICE.token}`,
      body: { owner: OWNER, rightsVersion: null, lockedOut: false },
    },
  ])
})

it('the tablet locks pages that may no longer be read', async () => {
  for (const keeps of ['registration', 'nothing']) {
    await tab.setUp(await keysOfPin())
    await tab.unlock(PIN)
    server(() => keep(keeps))
    await tab.contactServer()
    expect(tab.isUnlocked()).toBe(false)
  }
})

it('the tablet stays unlocked when all is well, and without an answer', async () => {
  await tab.unlock(PIN)
  server(() => keep('all'))
  await tab.contactServer()
  server(() => 'nothing')
  await tab.contactServer()
  expect(tab.isUnlocked()).toBe(true)
})

describe('after five wrong PINs', () => {
  beforeEach(async () => {
    await tab.setUp(await keysOfPin(), 4)
    await tab.unlock(WRONG)
  })

  it.each([
    ['a known tablet', () => keep('all')],
    ['one that has been revoked', () => keep('nothing')],
    ['one the server has forgotten', () => refused(401, 'unauthorized')],
  ])('it tells the server, and then nothing is left: %s', async (_, answers) => {
    server(answers)
    expect(await tab.contactServer()).toBe('told')
    expect(said[0]?.body).toEqual({ owner: null, rightsVersion: null, lockedOut: true })
    expect(await left()).toEqual(NOTHING)
  })

  it('it tells the server as soon as that can be reached, after a restart too', async () => {
    server(() => 'nothing')
    expect(await tab.contactServer()).toBe('unreachable')
    expect(await left()).toEqual({ tablet: 'locked_out', mark: 'locked_out', pagesOf: null })
    tab = await openTab()
    server(() => keep('nothing'))
    await tab.contactServer()
    expect(await left()).toEqual(NOTHING)
  })
})

it('an answer about the former registration deletes nothing of the new one', async () => {
  let answerNow = (_: Response) => {}
  const asked = new Promise<void>((resolve) => {
    server(() => {
      resolve()
      return new Promise((answered) => {
        answerNow = answered
      })
    })
  })
  const contact = tab.contactServer()
  await asked
  await tab.setUpTablet({ ...DEVICE, id: 'another' }, PIN)
  await tab.keep('Chidi Eze')
  answerNow(keep('nothing'))
  await contact
  expect(await left()).toEqual(ALL)
})

it('an answer about the former owner deletes nothing of the next one', async () => {
  const next = '0199aaaa-0000-7000-8000-000000000002'
  server(async () => {
    await tab.keep('Chidi Eze', next)
    return keep('registration')
  })
  await tab.contactServer()
  expect((await left()).pagesOf).toBe(next)
})

it('a device that says it has no connection asks nothing', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  server(() => keep('nothing'))
  expect([await tab.contactServer(), said]).toEqual(['unreachable', []])
})

it('a browser that is no tablet asks nothing', async () => {
  newDevice()
  tab = await openTab()
  server(() => keep('nothing'))
  expect([await tab.contactServer(), said]).toEqual(['told', []])
})
