import { createServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../../build/build-info.ts'
import { serveDocs } from './serve-docs.ts'

let server: Awaited<ReturnType<typeof createServer>>
let address: string
beforeAll(async () => {
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [serveDocs(root, 'A clinic')],
  })
  await server.listen()
  address = server.resolvedUrls?.local[0] ?? ''
})
afterAll(() => server.close())

it.each([
  ['/docs', 200, 'text/html', '<h1 id="documentation">'],
  ['/docs/', 200, 'text/html', ' - A clinic</title>'],
  ['/Docs/operations', 200, 'text/html', 'Running Enamel</h1>'],
  ['/docs/no-such-page', 404, 'text/html', 'There is no such page'],
  ['/docs/docs.css', 200, 'text/css', '--brand:'],
  ['/docs/images/booking.png', 200, 'image/png', 'PNG'],
  ['/docs/images/no-such.png', 404, 'text/plain', ''],
  ['/docs/images/..%2f..%2fpackage.json', 404, 'text/html', 'There is no such page'],
  ['/docsy', 200, 'text/html', '<div id="root">'],
])('the development server answers %s with %i', async (path, status, type, text) => {
  const answer = await fetch(new URL(path, address))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type') ?? '').toContain(type)
  expect(await answer.text()).toContain(text)
})
