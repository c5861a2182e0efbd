import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeBuilds } from './stored-builds.ts'
import { webApp } from './web-app.ts'

const DAY_MS = 86_400_000
/** Real time, since leftovers are recognised by the disk's clock. */
const START = Date.now()
const script = (build: string) => `console.log("${build}")\n`.repeat(50)
const chunkOf = (build: string) => `/assets/${build}-abc123.js`

describe('the hashed files of earlier builds', () => {
  let dataDir: string
  let folder: string
  let clock: number
  let warnings: string[]
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-kept-'))
    folder = path.join(dataDir, 'builds')
    clock = START
    warnings = []
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  async function start(build: string) {
    const distDir = await mkdtemp(path.join(dataDir, 'dist-'))
    const files = {
      'index.html': 'shell',
      'book-appointment.html': 'booking',
      'visit.html': 'visit',
      [chunkOf(build)]: script(build),
      [`${chunkOf(build)}.br`]: brotliCompressSync(script(build)),
    }
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(distDir, 'client', name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    const log = { warn: (text: string) => void warnings.push(text) }
    const keep = (current: Parameters<typeof storeBuilds>[0]['current']) =>
      storeBuilds({ folder, current, log, now: () => new Date(clock) })
    const app = new Hono().use(await webApp({ distDir, keep }))
    return (address: string, headers: Record<string, string> = {}) => app.request(address, { headers })
  }
  const later = (days: number) => {
    clock = START + days * DAY_MS
  }

  it('are served like those of the current one, in every encoding', async () => {
    const before = await start('one')
    const asCurrent = await before(chunkOf('one'), { 'accept-encoding': 'br' })
    const after = await start('two')
    const asKept = await after(chunkOf('one'), { 'accept-encoding': 'br' })
    expect(asKept.status).toBe(200)
    expect(Object.fromEntries(asKept.headers)).toEqual(Object.fromEntries(asCurrent.headers))
    expect(asKept.headers.get('cache-control')).toContain('immutable')
    expect(brotliDecompressSync(Buffer.from(await asKept.arrayBuffer())).toString()).toBe(script('one'))
    expect(await (await after(chunkOf('one'))).text()).toBe(script('one'))
    const etag = asKept.headers.get('etag') ?? ''
    const again = await after(chunkOf('one'), { 'accept-encoding': 'br', 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(warnings).toEqual([])
  })

  it('are all available to a page that loads several at once', async () => {
    await start('one')
    await start('two')
    const get = await start('three')
    const answers = await Promise.all(['one', 'two', 'one'].map((build) => get(chunkOf(build))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('stay for a week after the first start that replaces them, and no longer', async () => {
    await start('one')
    later(30)
    expect((await (await start('two'))(chunkOf('one'))).status).toBe(200)
    later(36.9)
    expect((await (await start('two'))(chunkOf('one'))).status).toBe(200)
    later(37.1)
    const get = await start('two')
    expect((await get(chunkOf('one'))).status).toBe(404)
    expect((await get(chunkOf('two'))).status).toBe(200)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('start a new week when their build has come back meanwhile', async () => {
    await start('one')
    await start('two')
    later(5)
    await start('one')
    later(8)
    await start('three')
    later(12.1)
    const get = await start('three')
    expect((await get(chunkOf('one'))).status).toBe(200)
    expect((await get(chunkOf('two'))).status).toBe(404)
  })

  it('belong to twenty builds at most, the latest', async () => {
    for (let i = 0; i <= 21; i++) {
      clock += 60_000
      await start(`build${i}`)
    }
    const get = await start('build21')
    expect(await readdir(folder)).toHaveLength(21)
    expect((await get(chunkOf('build0'))).status).toBe(404)
    expect((await get(chunkOf('build1'))).status).toBe(200)
  })

  it('are found when another process has brought a build, while the old one still runs', async () => {
    const old = await start('one')
    expect((await old(chunkOf('two'))).status).toBe(404)
    await start('two')
    clock += 5_000
    expect((await old(chunkOf('two'))).status).toBe(200)
  })

  it('are stored once when several processes start with the same build at the same time', async () => {
    await Promise.all(['one', 'one', 'one'].map(start))
    await Promise.all(['two', 'two', 'two'].map(start))
    expect(await readdir(folder)).toHaveLength(2)
    later(8)
    await Promise.all(['two', 'two', 'two'].map(start))
    expect(await readdir(folder)).toHaveLength(1)
    expect(warnings).toEqual([])
  })

  it.each([
    ['/assets/replaced'],
    [`${chunkOf('one')}.br`],
    ['/assets/%2e%2e/%2e%2e/secret.js'],
    ['/assets/..%2f..%2fsecret.js'],
    ['/builds/one-abc123.js'],
    ['/assets/'],
  ])('include nothing at %s', async (address) => {
    await writeFile(path.join(dataDir, 'secret.js'), 'secret')
    await start('one')
    await start('two')
    const get = await start('three')
    expect((await get(address)).status).toBe(404)
  })

  it('are never incomplete: an interrupted copy is not served, and is cleared away later', async () => {
    const unfinished = path.join(folder, '.unfinished')
    await mkdir(unfinished, { recursive: true })
    await writeFile(path.join(unfinished, 'half-abc123.js'), 'half')
    await utimes(unfinished, START / 1000, START / 1000)
    clock += 60_000
    const get = await start('one')
    expect((await get('/assets/half-abc123.js')).status).toBe(404)
    expect(await readdir(folder)).toContain('.unfinished')
    later(1)
    await start('one')
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('are found beside foreign files, which are not served', async () => {
    await start('one')
    await writeFile(path.join(folder, 'Thumbs.db'), 'pictures')
    const elsewhere = await mkdtemp(path.join(dataDir, 'elsewhere-'))
    await writeFile(path.join(elsewhere, 'secret.js'), 'secret')
    await symlink(elsewhere, path.join(folder, 'link'))
    const get = await start('two')
    expect((await get(chunkOf('one'))).status).toBe(200)
    expect((await get('/assets/secret.js')).status).toBe(404)
    expect(warnings).toEqual([])
  })

  it('cannot prevent a start: an unwritable folder is a sentence in the log', async () => {
    await writeFile(folder, 'a file where the folder should be')
    const get = await start('one')
    expect((await get(chunkOf('one'))).status).toBe(200)
    expect((await get(chunkOf('gone'))).status).toBe(404)
    expect(warnings).toEqual([expect.stringContaining('could not be kept for tabs that stay open')])
  })
})
