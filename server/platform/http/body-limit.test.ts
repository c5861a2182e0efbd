import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyLimit } from './body-limit.ts'
import { answerFailure } from './on-error.ts'

const LIMIT = 1_000
const app = new Hono()
app.onError(answerFailure(pino({ level: 'silent' })))
app.use(bodyLimit(LIMIT)).all('/', async (c) => c.json({ read: (await c.req.text()).length }))

let server: ReturnType<typeof serve>
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve())
    }),
)
afterAll(() => new Promise((resolve) => void server.close(resolve)))

/** With a declared length, or in chunks. */
function send(method: string, bytes: number, pieces: boolean): Promise<{ status?: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const headers: Record<string, string | number> = pieces
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': bytes }
    const sent = request({ port, host: '127.0.0.1', method, headers, agent: false }, (answer) => {
      let body = ''
      answer.on('data', (part) => {
        body += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    for (let left = bytes; left > 0; left -= 100) sent.write('x'.repeat(Math.min(100, left)))
    sent.end()
  })
}

it.each([
  { method: 'POST', bytes: LIMIT, pieces: false },
  { method: 'POST', bytes: LIMIT, pieces: true },
  { method: 'PUT', bytes: 0, pieces: false },
])(
  'the body limit admits $bytes bytes by $method (in pieces: $pieces)',
  async ({ method, bytes, pieces }) => {
    expect(await send(method, bytes, pieces)).toEqual({ status: 200, body: `{"read":${bytes}}` })
  },
)

it.each([
  { method: 'POST', pieces: false },
  { method: 'POST', pieces: true },
  { method: 'DELETE', pieces: false },
  { method: 'PATCH', pieces: true },
])('the body limit refuses one byte more by $method (in pieces: $pieces)', async ({ method, pieces }) => {
  const { status, body } = await send(method, LIMIT + 1, pieces)
  expect(status).toBe(413)
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'body_too_large' })
})

it('the body limit ignores a call whose body is never read', async () => {
  expect(await send('GET', 0, false)).toMatchObject({ status: 200 })
})
