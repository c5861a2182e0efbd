import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { openApiRoute } from './openapi.ts'

// The attack: one caller who asked for it again and again slowed all others a hundredfold.
it('the document is made once per process, for any number of callers', async () => {
  let made = 0
  const countsMaking = () => {
    made += 1
    return false
  }
  const api = new Hono().get('/x', describeRoute({ summary: 'x', hide: countsMaking }), (c) => c.text('x'))
  openApiRoute(api, { clinic, limits: false, trustedProxies: 0 } as Parameters<typeof openApiRoute>[1])
  const caller = { incoming: { socket: { remoteAddress: '10.0.0.1' } } }
  const ask = async () => (await api.request('/openapi.json', {}, caller)).json()
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first).toMatchObject({ openapi: '3.1.0', paths: { '/x': { get: { summary: 'x' } } } })
  expect(await ask()).toEqual(first)
  expect(second).toEqual(first)
  expect(made).toBe(1)
})

/** Asks as one caller of a clinic. */
async function asking(options: Parameters<typeof startClinic>[0] = {}) {
  const clinic = await startClinic(options)
  return {
    ask: (headers: Record<string, string> = {}, method = 'GET', remoteAddress = '10.0.0.1') =>
      clinic.app.request(
        '/api/openapi.json',
        { method, headers },
        { incoming: { socket: { remoteAddress } } },
      ),
    [Symbol.asyncDispose]: () => clinic[Symbol.asyncDispose](),
  }
}

it('the document is sent compressed, and not at all to a caller who has it', async () => {
  await using clinic = await asking()
  const plain = await clinic.ask()
  const bytes = Buffer.from(await plain.arrayBuffer())
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toContain('Accept-Encoding')
  const tags = new Set([plain.headers.get('etag')])
  for (const [encoding, decompressed] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await clinic.ask({ 'accept-encoding': encoding })
    const fewer = Buffer.from(await packed.arrayBuffer())
    expect([encoding, packed.headers.get('content-encoding')]).toEqual([encoding, encoding])
    expect(fewer.length).toBeLessThan(bytes.length / 5)
    expect(decompressed(fewer).equals(bytes)).toBe(true)
    const etag = packed.headers.get('etag') ?? ''
    tags.add(etag)
    const again = await clinic.ask({ 'accept-encoding': encoding, 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect(tags.size).toBe(3)
  const head = await clinic.ask({}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

it('a caller who fetches the document again and again is refused, and no other', async () => {
  await using clinic = await asking({ limits: true })
  const statuses = []
  for (let i = 0; i < 61; i++) statuses.push((await clinic.ask({}, 'HEAD')).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429])
  expect((await clinic.ask({ 'if-none-match': '*' })).headers.get('retry-after')).not.toBeNull()
  expect((await clinic.ask({}, 'GET', '10.0.0.2')).status).toBe(200)
})
