import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf } from '../../contract/envelope.ts'
import { ApiError } from './api-error.ts'
import { messageFor } from './message-for.ts'

let answer: (address: string, request: RequestInit) => Promise<Response>
let call: typeof import('./client.ts')['call']

beforeAll(async () => {
  // What the build bakes in.
  vi.stubGlobal('__ENAMEL__', { portalToken: 'portal', apiBaseUrl: '/api' })
  call = (await import('./client.ts')).call
})
beforeEach(() => {
  vi.stubGlobal('fetch', (address: string, request: RequestInit) => answer(address, request))
})

const Numbers = answerOf(v.array(v.number()))
const ask = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  call(Numbers, { method: 'PUT', path: '/numbers', body: { upTo: 2 }, timeoutMs: 5_000, ...more })
const problem = () => ask().catch((error: unknown) => error)
const answering = (status: number, body: string) => {
  answer = async () => new Response(body, { status })
}
/** A half-open connection: no answer until the caller aborts. */
const silence = () => {
  answer = (_, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

it('a call names the portal, is JSON, and returns the parsed answer', async () => {
  const seen: unknown[] = []
  answer = async (address, { method, headers, body }) => {
    seen.push(method, address, new Headers(headers).get('authorization'), body)
    return new Response('{"success":true,"data":[1,2]}')
  }
  expect((await ask()).data).toEqual([1, 2])
  expect(seen).toEqual(['PUT', '/api/numbers', 'Bearer portal', '{"upTo":2}'])
})

describe('a call fails', () => {
  it('with what the server says', async () => {
    const errors = { email: 'Please enter an email address.' }
    answering(400, JSON.stringify({ success: false, message: 'Check!', code: 'invalid_input', errors }))
    const error = await problem()
    expect(error).toMatchObject({ kind: 'http', status: 400, code: 'invalid_input', errors, isRefusal: true })
    expect(messageFor(error, 'Error making request!')).toBe('Please enter an email address.')
  })

  it.each([
    { header: '3', retryAfterMs: 3_000 },
    { header: 'Wed, 21 Oct 2030 07:28:00 GMT', retryAfterMs: undefined },
    { header: undefined, retryAfterMs: undefined },
  ])('and Retry-After: $header means $retryAfterMs ms', async ({ header, retryAfterMs }) => {
    const headers: HeadersInit = header ? { 'Retry-After': header } : {}
    answer = async () => new Response('', { status: 503, headers })
    expect(await problem()).toMatchObject({ status: 503, retryAfterMs })
  })

  it.each([
    { what: "a proxy's page", status: 502, body: '<h1>Bad gateway</h1>' },
    { what: 'nothing', status: 500, body: '' },
    { what: 'an answer of another shape', status: 200, body: '{"success":true,"data":"?"}' },
  ])("with the catalogue's words after $what, and may have been carried out", async ({ status, body }) => {
    answering(status, body)
    const error = await problem()
    expect(error).toMatchObject({ kind: 'http', status, isRefusal: false })
    expect(messageFor(error, 'Error making request!')).toBe('Error making request!')
  })

  it('when the line is cut', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await problem()).toMatchObject({ kind: 'network', status: 0, isRefusal: false })
  })

  it('when no answer comes in time', async () => {
    silence()
    const error = await ask({ timeoutMs: 20 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'timeout', isRefusal: false })
  })

  it('quietly when nobody waits for it any more', async () => {
    silence()
    const leave = new AbortController()
    const asked = ask({ signal: leave.signal })
    leave.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})
