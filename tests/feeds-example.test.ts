import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type ServerType, serve } from '@hono/node-server'
import { expect, it, onTestFinished } from 'vitest'
import { startClinic } from './support/clinic.ts'

const run = promisify(execFile)

it('the program of docs/calendar-feeds.md reads a feed, is told that nothing has changed, and that it has ended', async () => {
  await using clinic = await startClinic()
  const server: ServerType = serve({ fetch: clinic.app.fetch, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { bearer } = await clinic.signedIn()
  await clinic.book()
  const { body } = await clinic.call('POST', '/api/feeds', { location: 'fct' }, bearer)
  const made = body.data as { id: string; path: string }
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${made.path}`

  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-feed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(await readFile('docs/calendar-feeds.md', 'utf8')) ?? []
  await writeFile(path.join(folder, 'feed.mjs'), program)
  const feed = () => run(process.execPath, ['feed.mjs', address], { cwd: folder })

  expect((await feed()).stdout).toBe('1 visits\n')
  expect(await readFile(path.join(folder, 'feed.ics'), 'utf8')).toContain('SUMMARY:A. O.\\, Dr. ')
  expect((await feed()).stdout).toBe('unchanged\n')
  await clinic.call('DELETE', `/api/feeds/${made.id}`, undefined, bearer)
  await expect(feed()).rejects.toMatchObject({ code: 1, stderr: 'The feed has ended.\n' })
})
