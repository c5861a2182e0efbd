import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">
<h1>Bare</h1><p id="content"></p>
<script type="module" src="/bare.js"></script>`
const SCRIPT = `document.getElementById('content').textContent = 'There'
navigator.serviceWorker.register('/sw.js')`
const WORKER = `addEventListener('install', (event) => {
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(['/', '/bare.js'])))
})
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)))`

/** True in the page once its script has run. */
export const BARE_CONTENT = `document.getElementById('content')?.textContent`

/**
 * The least that a page kept by a service worker can be: a heading and a script of one line. What it takes is what the
 * browser itself takes. As ours, it is cut off from the windows of others: whoever comes to such a page from another site, or from an
 * empty tab, gets a new process for it.
 */
export async function startBarePage(): Promise<{ url: string; close(): void }> {
  const answers: Record<string, [type: string, body: string]> = {
    '/': ['text/html', PAGE],
    '/bare.js': ['text/javascript', SCRIPT],
    '/sw.js': ['text/javascript', WORKER],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = answers[url] ?? ['text/plain', '']
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('content-type', type).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
