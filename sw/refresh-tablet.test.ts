import { IDBFactory } from 'fake-indexeddb'
import { set } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SEALED_ANSWER_BYTES } from '../contract/seal-limits.ts'
import { newSealPair, openerOf, publicHalf, sealerFor } from '../seal/format.ts'

const NOW = Date.parse('2030-03-04T09:00:00Z')
const DAY = 'POST /appointments/fct?all=1&from=2030-03-04&to=2030-03-18'
const MINUTE = 60_000

let worker: typeof import('./refresh-tablet.ts')
let store: typeof import('../seal/store.ts')
let tablet: typeof import('../seal/tablet.ts')
let key: Awaited<ReturnType<typeof newKey>>
let now: number
let asked: { address: string; bearer: string | null; body: unknown }[]
let answer: () => Response | Promise<Response>

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.resetModules()
  worker = await import('./refresh-tablet.ts')
  store = await import('../seal/store.ts')
  tablet = await import('../seal/tablet.ts')
  key = await newKey()
  now = NOW
  asked = []
  answer = async () => answered([await entry(DAY)])
  await setUp('set_up')
  await hold('ada')
})

async function newKey() {
  const { publicKey, privateKey } = await newSealPair()
  const half = await publicHalf(publicKey)
  return { ...half, open: openerOf(privateKey, half.id), seal: await sealerFor(half) }
}
const setUp = (state: string) =>
  set(tablet.TABLET_KEY, { state, device: { id: 'the-tablet', token: 'its token' } }, tablet.tabletStore())
const hold = async (owner: string, { id, publicKey, seal } = key, rightsVersion = 1) =>
  store.setStoredKey(
    { id, publicKey, owner, rightsVersion, person: await seal('{}', { question: store.PERSON, at: 0 }) },
    () => {},
  )

const base64Url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
/** As the server seals it. */
async function entry(question: string, { text = '{"data":["Ngozi"]}', at = NOW, by = key } = {}) {
  const { from, iv, bytes, ...label } = await by.seal(text, { question, at })
  return { ...label, question, from: base64Url(from), iv: base64Url(iv), bytes: base64Url(bytes) }
}
const answered = (entries: unknown[], keep = 'all') =>
  Response.json({ success: true, data: { keep, entries } })
const refused = (status: number, code: string) => Response.json({ success: false, code }, { status })

const refresh = () =>
  worker.refreshTablet({
    api: '/api',
    now: () => now,
    fetch: async (address, { headers, body }) => {
      const bearer = new Headers(headers).get('authorization')
      asked.push({ address, bearer, body: JSON.parse(String(body)) })
      return answer()
    },
  })
const questions = async () => (await store.storedAnswers()).map(({ question }) => question)

it("a refresh uses the tablet's own token, and stores what opens with its key alone", async () => {
  await refresh()
  expect(asked).toEqual([
    {
      address: '/api/devices/prefetch',
      bearer: 'Bearer its token',
      body: { owner: 'ada', rightsVersion: 1 },
    },
  ])
  const [stored] = await store.storedAnswers()
  expect([stored?.question, stored?.sealed.at]).toEqual([DAY, NOW])
  expect(await key.open(stored!.sealed, DAY)).toBe('{"data":["Ngozi"]}')
})

it('a refresh is due after 15 minutes, or when there was nothing yet', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(refresh()).rejects.toThrow('Failed to fetch')
  answer = () => refused(503, 'unavailable')
  await refresh()
  answer = () => answered([])
  await refresh()
  answer = () => refused(429, 'too_many_requests')
  await Promise.all([refresh(), refresh()])
  expect(asked).toHaveLength(4)
  now += 14.9 * MINUTE
  await refresh()
  expect(asked).toHaveLength(4)
  now += 0.1 * MINUTE
  await refresh()
  expect(asked).toHaveLength(5)
})

it.each<[string, () => Promise<unknown>]>([
  ['no tablet', () => setUp('locked_out')],
  ['a tablet on which nobody has signed in yet', () => store.clearStore({ within: () => {} })],
])('a browser that is %s is not refreshed', async (_, change) => {
  await change()
  await refresh()
  expect(asked).toEqual([])
})

describe('the refresh stores nothing', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['for a key that the tablet no longer has', async () => hold('ada', await newKey())],
    ['for another person than it was asked for', () => hold('chidi')],
    ['for other rights than it was asked under', () => hold('ada', key, 2)],
    ['after a deletion', () => store.clearStore({ within: () => {} })],
  ])('%s', async (_, change) => {
    const before = answer
    answer = async () => {
      const given = await before()
      await change()
      return given
    }
    await refresh()
    expect([asked.length, await questions()]).toEqual([1, []])
  })

  it('that is sealed for another key, too long, malformed, or answers what is not stored', async () => {
    const good = await entry(DAY)
    const other = await newKey()
    const entries = [
      await entry('GET /blockers?limit=10&page=1', { by: other }),
      await entry('GET /notifications', { text: 'x'.repeat(SEALED_ANSWER_BYTES + 1) }),
      await entry('POST /appointments/export'),
      await entry('GET /patients'),
      { ...good, question: 'person' },
      { ...good, at: 'now' },
      { ...good, iv: '<>' },
      null,
      'entry',
    ]
    answer = () => answered(entries)
    await refresh()
    expect([asked.length, await questions()]).toEqual([1, []])
  })

  it.each<[string, () => Response]>([
    ['a fault', () => refused(500, 'internal')],
    ["a proxy's page", () => new Response('<h1>Sign in to the Wi-Fi</h1>')],
    ["a proxy's 401", () => new Response('<h1>Sign in</h1>', { status: 401 })],
    ['an answer of another version', () => Response.json({ success: true, data: {} })],
  ])('of %s, and deletes nothing', async (_, response) => {
    await refresh()
    now += 15 * MINUTE
    answer = response
    await refresh()
    expect([asked.length, await questions(), (await store.storedKey())?.id]).toEqual([2, [DAY], key.id])
  })
})

it.each<[string, () => Response]>([
  ['is revoked', () => answered([], 'nothing')],
  ['keeps pages of somebody who is no admin any more', () => answered([], 'registration')],
  ['is not known to the server', () => refused(401, 'unauthorized')],
])('a tablet that %s deletes what it stores', async (_, response) => {
  await refresh()
  now += 15 * MINUTE
  answer = response
  await refresh()
  expect([await questions(), await store.storedKey()]).toEqual([[], null])
})

it.each<[string, () => Promise<unknown>]>([
  ['of another person', () => hold('chidi')],
  ['stored under other rights since', () => hold('ada', key, 2)],
])('the server’s answer about former pages deletes none %s', async (_, change) => {
  answer = async () => {
    await change()
    return answered([], 'registration')
  }
  await refresh()
  expect((await store.storedKey())?.id).toBe(key.id)
})

it('a later answer of a page is not overwritten by an older one of the tablet', async () => {
  await store.putAnswer(DAY, await key.seal('{"data":["later"]}', { question: DAY, at: NOW + 1 }))
  await refresh()
  const [stored] = await store.storedAnswers()
  expect(await key.open(stored!.sealed, DAY)).toBe('{"data":["later"]}')
})
