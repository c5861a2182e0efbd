import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { store } from '../store.ts'
import { inSession } from './in-session.ts'
import {
  authUserAtom,
  forgetSessionAtom,
  keepSessionAtom,
  takeEndedAtom,
  tokenAtom,
} from './session-atoms.ts'
import { signedInAs } from './signed-in.fixture.ts'

const failing = (error: Error) => inSession(() => Promise.reject(error)).catch(() => {})

beforeEach(() => store.set(keepSessionAtom, signedInAs('ada')))

it('a call of the session gets its token', async () =>
  expect(await inSession(async (token) => token)).toBe('token of ada'))

it('the session ends when the server no longer knows it, which is announced once', async () => {
  await failing(new ApiError('http', { status: 401 }))
  expect(store.get(tokenAtom)).toBeNull()
  expect([store.set(takeEndedAtom), store.set(takeEndedAtom)]).toEqual([true, false])
})

it.each([
  ['a lost line', new ApiError('network')],
  ['an answer that does not come', new ApiError('timeout')],
  ['what is not allowed', new ApiError('http', { status: 403 })],
  ['too many tries', new ApiError('http', { status: 429 })],
  ['a database that is away', new ApiError('http', { status: 503 })],
  ['a mistake of ours', new TypeError('undefined')],
])('the session stays after %s', async (_, error) => {
  await failing(error)
  expect(store.get(tokenAtom)).toBe('token of ada')
})

it('a session that began while the answer about the last one was on its way stays', async () => {
  await inSession(async () => {
    store.set(keepSessionAtom, signedInAs('chidi'))
    throw new ApiError('http', { status: 401 })
  }).catch(() => {})
  expect(store.get(tokenAtom)).toBe('token of chidi')
})

describe('a refusal that names a version of the rights', () => {
  const refusal = (rightsVersion: number, more: object = {}) =>
    new ApiError('http', { status: 403, code: 'forbidden', data: { rightsVersion, ...more } })
  const { user } = signedInAs('ada')
  const narrower = { ...user, type: 'reception' as const, rightsVersion: 2 }
  const answer = () => new Response(JSON.stringify({ success: true, data: { user: narrower } }))
  const asked = vi.fn<() => Promise<Response>>()
  beforeEach(() => {
    asked.mockReset().mockImplementation(async () => answer())
    vi.stubGlobal('fetch', asked)
  })

  it('has the page ask again who it is, where it knows another one', async () => {
    await failing(refusal(2))
    await vi.waitFor(() => expect(store.get(authUserAtom)).toEqual(narrower))
  })

  it('does so where the session has become a tablet’s', async () => {
    const bound = { ...user, boundTo: ['fct'] }
    asked.mockResolvedValueOnce(new Response(JSON.stringify({ success: true, data: { user: bound } })))
    await failing(refusal(1, { boundTo: ['fct'] }))
    await vi.waitFor(() => expect(store.get(authUserAtom)).toEqual(bound))
    await failing(refusal(1, { boundTo: ['fct'] }))
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('is only a refusal where it is the one that the page knows', async () => {
    await failing(refusal(1))
    expect(asked).not.toHaveBeenCalled()
  })

  it('changes nobody who has signed in meanwhile', async () => {
    let resolve = (_: Response) => {}
    asked.mockReturnValue(
      new Promise((resolved) => {
        resolve = resolved
      }),
    )
    await failing(refusal(2))
    store.set(keepSessionAtom, signedInAs('chidi'))
    resolve(answer())
    await new Promise((next) => setTimeout(next))
    expect(store.get(authUserAtom)?.id).toBe('chidi')
  })
})

/** Waits for no answer but for being called off. */
const untilCalledOff = (_token: string, signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

it('calls are aborted at the end of the session', async () => {
  const asked = inSession(untilCalledOff)
  store.set(forgetSessionAtom)
  await expect(asked).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  expect(store.set(takeEndedAtom)).toBe(false)
})

it('the caller’s reason for an abort is passed on', async () => {
  const caller = new AbortController()
  const asked = inSession(untilCalledOff, caller.signal)
  caller.abort('nobody looks')
  await expect(asked).rejects.toBe('nobody looks')
  expect(store.get(tokenAtom)).toBe('token of ada')
})

it('calls go on while the session goes on', async () => {
  let signal: AbortSignal | undefined
  await inSession(async (_, ended) => {
    store.set(authUserAtom, { ...signedInAs('ada').user, surname: 'Eze' })
    signal = ended
  })
  store.set(forgetSessionAtom)
  expect(signal?.aborted).toBe(false)
})
