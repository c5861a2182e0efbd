import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webApp } from './web-app.ts'

const CHUNK = '/assets/index-abc123.js'
const SCRIPT = 'console.log("Enamel")\n'.repeat(50)

describe('the built page', () => {
  let distDir: string
  let app: Hono

  beforeAll(async () => {
    distDir = await mkdtemp(path.join(tmpdir(), 'enamel-dist-'))
    const write = async (name: string, content: string | Buffer) => {
      const file = path.join(distDir, 'client', name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    await write('index.html', 'shell')
    await write('book-appointment.html', 'booking')
    await write('book-appointment.de.html', 'Buchung')
    await write('visit.html', 'visit')
    await write('robots.txt', 'User-agent: *')
    await write('docs.html', 'documentation')
    await write('docs-not-found.html', 'no such page')
    await write('docs/operations.html', 'operations')
    await write('docs/docs.css', 'rules')
    await write('sw.js', 'worker')
    await write(CHUNK, SCRIPT)
    await write(`${CHUNK}.br`, brotliCompressSync(SCRIPT))
    await write(`${CHUNK}.gz`, gzipSync(SCRIPT))
    await writeFile(path.join(distDir, 'secret.json'), 'secret')
    app = new Hono().use(await webApp({ distDir }))
  })
  afterAll(() => rm(distDir, { recursive: true, force: true }))

  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(address, { headers, method })
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  it('redirects from the root to booking, and keeps the query', async () => {
    const answer = await get('/?from=mail')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/book-appointment?from=mail')
  })

  it.each([
    ['/book-appointment', 'booking'],
    ['/book-appointment/', 'booking'],
    ['/book-appointment?x=1', 'booking'],
    ['/Book-Appointment', 'booking'],
    ['/dashboard', 'shell'],
    ['/visit', 'visit'],
    ['/V/', 'visit'],
    // The service worker fetches it here.
    ['/shell', 'shell'],
    ['/some/unknown/path', 'shell'],
    ['/robots.txt', 'User-agent: *'],
    ['/docs', 'documentation'],
    ['/docs/', 'documentation'],
    ['/docs/operations', 'operations'],
    ['/Docs/Operations/', 'operations'],
    ['/docs/docs.css', 'rules'],
    ['/docsy', 'shell'],
  ])('%s is the %s', async (address, text) => {
    const answer = await get(address)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(text)
  })

  it.each([
    ['language=gr', 'Buchung'],
    ['other=1; language=gr', 'Buchung'],
    ['language=en', 'booking'],
    ['language=rs', 'booking'],
    ['language=..%2Fde', 'booking'],
    ['', 'booking'],
  ])('for booking with the cookie %j is the %s', async (cookie, text) => {
    const answer = await get('/book-appointment', { cookie })
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('vary')).toContain('Cookie')
    expect(await (await get('/dashboard', { cookie })).text()).toBe('shell')
  })

  it.each([
    ['/assets/gone-def456.js'],
    ['/assets/no-extension'],
    ['/favicon.ico'],
    ['/secret.json'],
    ['/index.html'],
    ['/book-appointment.html'],
    ['/visit.html'],
    ['/book-appointment.de.html'],
    ['/docs.html'],
    ['/docs-not-found.html'],
    ['/../secret.json'],
    ['/assets/../../secret.json'],
    ['/..%2fsecret.json'],
    ['/assets/..%2f..%2fsecret.json'],
    ['/%2e%2e/secret.json'],
    ['/..%5csecret.json'],
    ['/%2e%2e%2fsecret%2ejson'],
    ['/assets/%00.js'],
    ['/%E0%A4%A.js'],
    [`${CHUNK}.br`],
  ])('has no file at %s', async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('Not found')
  })

  it.each([
    ['/docs/gone'],
    ['/docs/operations/more'],
    ['/docs/operations.md'],
    ['/docs/operations.html'],
    ['/docs/..%2fbook-appointment'],
  ])('answers %s with the page that leads back', async (address) => {
    const answer = await get(address, { 'if-none-match': '*' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toBe('no such page')
  })

  it('is sent in the smallest encoding that the caller accepts', async () => {
    const brotli = await get(CHUNK, { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await bytes(brotli)).toString()).toBe(SCRIPT)

    const gzip = await get(CHUNK, { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytes(gzip)).toString()).toBe(SCRIPT)

    const plain = await get(CHUNK)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(SCRIPT)

    for (const answer of [brotli, gzip, plain]) {
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    }
  })

  it('has hashed files that are cached for good, and pages and a service worker that are revalidated', async () => {
    expect((await get(CHUNK)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get('/book-appointment')).headers.get('cache-control')).toBe('no-cache')
    expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it('is answered 304 to a client that has it, by encoding', async () => {
    const first = await get(CHUNK, { 'accept-encoding': 'br' })
    const etag = first.headers.get('etag') ?? ''
    const again = (value: string, encoding: string) =>
      get(CHUNK, { 'if-none-match': value, 'accept-encoding': encoding })

    const answer = await again(`"other", W/${etag}`, 'br')
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect((await again('*', 'br')).status).toBe(304)
    expect((await again(etag, 'gzip')).status).toBe(200)
    expect((await again('"other"', 'br')).status).toBe(200)
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const answer = await get(CHUNK, { 'accept-encoding': 'br' }, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(brotliCompressSync(SCRIPT).length))
    expect(await answer.text()).toBe('')
  })

  it('leaves other methods to later handlers', async () => {
    const answer = await new Hono()
      .use(await webApp({ distDir }))
      .post('/book-appointment', (c) => c.text('posted'))
      .request('/book-appointment', { method: 'POST' })
    expect(await answer.text()).toBe('posted')
  })

  it('is reported as missing when nothing was built', async () => {
    await mkdir(path.join(distDir, 'empty/client'), { recursive: true })
    await expect(webApp({ distDir: path.join(distDir, 'empty') })).rejects.toThrow('The page is not built')
  })
})
