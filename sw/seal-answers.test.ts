import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SEAL_HEADER } from '../contract/seal.ts'
import { SEALED_ANSWER_BYTES } from '../contract/seal-limits.ts'
import { newSealPair, type Opener, openerOf, publicHalf, sealerFor } from '../seal/format.ts'

let worker: typeof import('./seal-answers.ts')
let store: typeof import('../seal/store.ts')
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.resetModules()
  worker = await import('./seal-answers.ts')
  store = await import('../seal/store.ts')
})

const LIST = '/api/appointments/fct?status=&page=1&limit=10'
const STORED = 'POST /appointments/fct?limit=10&page=1'
const rows = (name: string) => JSON.stringify({ success: true, data: [{ name }] })

/**
 * Signs somebody in: their key holds from then on.
 * @param pair on a tablet it is the same for everybody
 */
async function signIn(
  owner: string,
  {
    pair,
    rightsVersion = 1,
  }: { pair?: Awaited<ReturnType<typeof newSealPair>>; rightsVersion?: number } = {},
): Promise<{ id: string; open: Opener }> {
  const { publicKey, privateKey } = pair ?? (await newSealPair())
  const half = await publicHalf(publicKey)
  const person = await (await sealerFor(half))('{}', { question: store.PERSON, at: 0 })
  await store.setStoredKey({ ...half, owner, rightsVersion, person }, () => {})
  return { id: half.id, open: openerOf(privateKey, half.id) }
}
const signOut = () => store.clearStore({ within: () => {} })

const answer = (body: string, init: ResponseInit = {}) =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'application/json', date: 'Mon, 04 Mar 2030 09:00:00 GMT', ...init.headers },
  })

type TestRequest = { path?: string; method?: string; body?: string | null; keyId: string }
/** A call that a page makes, which the server answers when `answered` is called. @returns when the worker is done */
function ask({ path = LIST, method = 'POST', body = '{}', keyId }: TestRequest) {
  const request = new Request(`https://clinic.example${path}`, {
    method,
    body,
    headers: { [SEAL_HEADER]: keyId },
  })
  let answered: (response: Response) => void = () => {}
  const promise = new Promise<Response>((resolve) => {
    answered = resolve
  })
  const work: Promise<unknown>[] = []
  const shown = worker.answerAndSeal(request, {
    waitUntil: (each) => void work.push(each),
    fetch: () => promise,
  })
  const done = async () => {
    const response = await shown
    await Promise.all(work)
    return response
  }
  return { answered, done, shown }
}
async function seen(asked: TestRequest, response: Response): Promise<Response> {
  const { answered, done } = ask(asked)
  answered(response)
  return done()
}
const questions = async () => (await store.storedAnswers()).map(({ question }) => question)

describe('the answer to a call that names its seal', () => {
  it('reaches the page as it is, and the store sealed, as old as it is', async () => {
    const ada = await signIn('ada')
    const response = await seen({ keyId: ada.id }, answer(rows('Ngozi')))
    expect(await response.text()).toBe(rows('Ngozi'))
    const [stored] = await store.storedAnswers()
    expect([stored?.question, stored?.sealed.at]).toEqual([STORED, Date.parse('2030-03-04T09:00:00Z')])
    expect(await ada.open(stored!.sealed, STORED)).toBe(rows('Ngozi'))
    expect(new TextDecoder('latin1').decode(stored!.sealed.bytes)).not.toContain('Ngozi')
  })

  it('is sealed with one content key per start, until that is to be forgotten', async () => {
    const { id } = await signIn('ada')
    const from = async (path: string) => {
      await seen({ keyId: id, path }, answer(rows('Ngozi')))
      return (await store.storedAnswers()).map(({ sealed }) => String(sealed.from))
    }
    const [first, second] = await from(LIST).then(() => from(LIST.replace('page=1', 'page=2')))
    expect(first).toBe(second)
    worker.forgetSealer()
    expect(new Set(await from(LIST.replace('page=1', 'page=3'))).size).toBe(2)
  })

  it.each([
    [403, 'application/json', 0],
    [404, 'application/json', 0],
    [404, 'text/html', 1],
    [500, 'application/json', 1],
    [503, 'application/json', 1],
  ])('goes from the store where it is refused: %s as %s', async (status, type, left) => {
    const { id } = await signIn('ada')
    const path = '/api/patients/0199aaaa-0000-7000-8000-000000000001'
    const record = { keyId: id, method: 'GET', body: null, path }
    await seen(record, answer(rows('Ngozi')))
    await seen({ keyId: id }, answer(rows('Ngozi')))
    await seen(record, answer('{}', { status, headers: { 'content-type': type } }))
    expect(await questions()).toHaveLength(1 + left)
  })

  it('stays where somebody else is refused it', async () => {
    const ada = await signIn('ada')
    const { answered, done } = ask({ keyId: ada.id })
    const eze = await signIn('eze')
    await seen({ keyId: eze.id }, answer(rows('Ngozi')))
    answered(answer('{}', { status: 403 }))
    await done()
    expect(await questions()).toEqual([STORED])
  })

  it('is found wherever the API is', async () => {
    const { id } = await signIn('ada')
    await seen({ keyId: id, path: `/clinic/v2${LIST.slice('/api'.length)}` }, answer(rows('Ngozi')))
    expect(await questions()).toEqual([STORED])
  })

  it('is there for the page before anything is stored', async () => {
    const { id } = await signIn('ada')
    const { answered, shown, done } = ask({ keyId: id })
    // Its end does not come.
    const body = new ReadableStream({ start: (at) => at.enqueue(new TextEncoder().encode('{')) })
    answered(new Response(body, { headers: { 'content-type': 'application/json' } }))
    expect((await shown).status).toBe(200)
    expect(await questions()).toEqual([])
    void done
  })
})

describe('nothing is stored', () => {
  it('of an answer to A that arrives after A has signed out and B has signed in', async () => {
    const ada = await signIn('ada')
    const { answered, done } = ask({ keyId: ada.id })
    await signOut()
    const chidi = await signIn('chidi')
    answered(answer(rows('Ngozi')))
    await done()
    expect([await questions(), (await store.storedKey())?.id]).toEqual([[], chidi.id])
  })

  it.each([
    ['somebody else', 'chidi', 1],
    ['the same person under other rights', 'ada', 2],
  ])('of an answer that arrives on a tablet when its one key is for %s', async (_, owner, rightsVersion) => {
    const pair = await newSealPair()
    const ada = await signIn('ada', { pair })
    const { answered, done, shown } = ask({ keyId: ada.id })
    answered(answer(rows('Ngozi')))
    // TestRequest by Ada: the worker has read whose key it was.
    await shown
    const late = ask({ keyId: ada.id, path: LIST.replace('fct', 'lag') })
    await store.storedKey()
    await signIn(owner, { pair, rightsVersion })
    late.answered(answer(rows('Ngozi')))
    await Promise.all([done(), late.done()])
    expect(await questions()).toEqual([])
  })

  it('of an answer that arrives after the sign-out, or is being sealed during it', async () => {
    const ada = await signIn('ada')
    const late = ask({ keyId: ada.id })
    const during = ask({ keyId: ada.id, path: LIST.replace('fct', 'lag') })
    during.answered(answer(rows('Ngozi')))
    await Promise.all([during.shown, signOut()])
    late.answered(answer(rows('Ngozi')))
    await Promise.all([late.done(), during.done()])
    expect(await questions()).toEqual([])
  })

  it('for a key that does not hold', async () => {
    await signIn('ada')
    await seen({ keyId: 'another' }, answer(rows('Ngozi')))
    expect(await questions()).toEqual([])
  })

  it.each<[string, () => Response]>([
    ['the end of a session', () => answer(rows('Ngozi'), { status: 401 })],
    ['a fault', () => answer(rows('Ngozi'), { status: 500 })],
    [
      "a proxy's page",
      () => answer('<h1>Sign in to the Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a page that says it is JSON', () => answer('<h1>Sign in</h1>')],
    ['an answer that was cut off', () => answer(rows('Ngozi').slice(0, -3))],
    ['an answer of more than 512 KB', () => answer(rows('x'.repeat(SEALED_ANSWER_BYTES)))],
    [
      'an answer that breaks off',
      () =>
        new Response(
          new ReadableStream({
            start: (at) => at.enqueue(new TextEncoder().encode(rows('Ngozi'))),
            pull: () => Promise.reject(new TypeError('network error')),
          }),
          { headers: { 'content-type': 'application/json' } },
        ),
    ],
  ])('of %s, and what there was stays', async (_, response) => {
    const ada = await signIn('ada')
    await seen({ keyId: ada.id }, answer(rows('Amaka')))
    await seen({ keyId: ada.id }, response())
    const [stored] = await store.storedAnswers()
    expect(await ada.open(stored!.sealed, STORED)).toBe(rows('Amaka'))
  })

  it.each<[string, Omit<TestRequest, 'keyId'>]>([
    ['a search', { body: '{"search":"Ngozi"}' }],
    ['an export', { path: '/api/appointments/fct/export' }],
    ['a booking', { path: '/api/appointments/book' }],
    ['patients', { path: '/api/patients', method: 'GET', body: null }],
  ])('of %s, even if a call names a seal', async (_, asked) => {
    const { id } = await signIn('ada')
    await seen({ keyId: id, ...asked }, answer(rows('Ngozi')))
    expect(await questions()).toEqual([])
  })

  it('when the server cannot be reached, and the page hears of that', async () => {
    const { id } = await signIn('ada')
    const request = new Request(`https://clinic.example${LIST}`, {
      method: 'POST',
      body: '{}',
      headers: { [SEAL_HEADER]: id },
    })
    const away = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(worker.answerAndSeal(request, { waitUntil: () => {}, fetch: away })).rejects.toThrow(
      'Failed to fetch',
    )
    expect(await questions()).toEqual([])
  })
})
