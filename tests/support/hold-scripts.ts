import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP proxy before a server, which delays its scripts, as a slow line does, until `release` is called. */
export async function holdScripts(server: { url: string }) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()

  async function pass(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (/^\/assets\/.*\.js$/.test(call.url ?? '')) {
      ask()
      await released
    }
    const passed = request(new URL(call.url ?? '/', server.url), {
      method: call.method,
      headers: { ...call.headers, host: new URL(server.url).host },
    })
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    call.pipe(passed)
  }

  const proxy = createServer((call, answer) => void pass(call, answer))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Until a page has come and asks for its scripts. */
    asked,
    release,
    async close(): Promise<void> {
      release()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
