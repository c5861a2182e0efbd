import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PORTAL_TOKEN } from '../support/clinic.ts'
import { startTarget, type Target } from './target.ts'

/*
 * HTTP itself: requests that two servers would parse differently, and headers that must have no effect. Cases
 * that Node's parser refuses are included, so that a change of it is noticed.
 */
let target: Target
beforeAll(async () => {
  target = await startTarget({ limits: true })
})
afterAll(() => target[Symbol.asyncDispose]())

/** Sends raw bytes and reads until the connection closes. */
async function raw(...lines: string[]): Promise<string> {
  const socket = connect(target.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1')
  })
  socket.end(lines.join('\r\n'), 'latin1')
  await once(socket, 'close')
  return answer
}

const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
const HIDDEN = ['GET /api/staff HTTP/1.1', 'Host: x', '', '']

describe('an ambiguous request is refused, and a request hidden behind it is not served', () => {
  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 40']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks by another name', ['Transfer-Encoding: xchunked']],
    ['chunks and none', ['Transfer-Encoding: chunked, identity']],
    ['a space behind a name', ['Content-Length : 2']],
    ['a line folded', ['X-A: b', ' Content-Length: 2']],
    ['a negative length', ['Content-Length: -1']],
  ])('when it has %s', async (_, headers) => {
    const answer = await raw('POST /api/auth/signin HTTP/1.1', 'Host: x', ...headers, '', '0', '', ...HIDDEN)
    expect(statusesIn(answer)).toEqual(['400'])
  })

  it('when its headers never end', async () => {
    const answer = await raw('GET /healthz HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(20_000)}`, '', '')
    expect(statusesIn(answer)).toEqual(['431'])
  })
})

it.each(['evil.example', 'a b/<>', 'user:pass@evil.example', '[::1', ''])(
  'the host %j of a request is in no answer',
  async (host) => {
    const answer = await raw(
      'GET /healthz HTTP/1.1',
      `Host: ${host}`,
      'X-Forwarded-Host: evil.example',
      'Connection: close',
      '',
      '',
    )
    expect(statusesIn(answer)).toHaveLength(1)
    expect(Number(statusesIn(answer)[0])).toBeLessThan(500)
    expect(answer).not.toContain('evil.example')
  },
)

const portal = { authorization: `Bearer ${PORTAL_TOKEN}`, 'content-type': 'application/json' }

it('the method is the one in the first line, whatever a header says', async () => {
  const reply = await target.send('GET', '/api/auth/providers', {
    ...portal,
    'x-http-method-override': 'DELETE',
    'x-original-url': '/api/staff',
  })
  expect(reply.status).toBe(200)
})

it.each(['TRACE', 'OPTIONS', 'PROPFIND'])(
  '%s is no call, and its answer repeats nothing of the request',
  async (method) => {
    const reply = await target.send(method, '/api/auth/signin', {
      ...portal,
      origin: 'https://evil.example',
      'x-mark': 'm4rk',
    })
    expect(reply.status).toBe(404)
    expect(reply.text + JSON.stringify(reply.headers)).not.toMatch(/m4rk|evil|access-control/)
  },
)

it('a made-up X-Forwarded-For does not reset the count of wrong passwords', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    const headers = { ...portal, 'x-forwarded-for': `10.9.8.${n}`, forwarded: `for=10.9.8.${n}` }
    const body = JSON.stringify({ username: 'ada', password: `wrong horse ${n}` })
    statuses.push((await target.send('POST', '/api/auth/signin', headers, body)).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

it('keys that every object inherits are ordinary fields, and change no object', async () => {
  const body =
    '{"username":"ada","password":"x","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'
  await target.send('POST', '/api/send-otp/email', portal, body)
  expect({}).not.toHaveProperty('admin')
})

it('a compressed body is read as it is, so that it cannot grow', async () => {
  const headers = { ...portal, 'content-encoding': 'gzip' }
  const reply = await target.send(
    'POST',
    '/api/send-otp/email',
    headers,
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  )
  expect(reply.status).toBe(400)
})
