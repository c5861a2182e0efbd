import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

export type ReverseProxy = AsyncDisposable & { address: string }

/**
 * A round-robin reverse proxy that passes streams through. It skips a target that refuses connections, which
 * has seen nothing of the request.
 * @param targets addresses such as 'http://127.0.0.1:3000'
 */
export async function startProxy(targets: readonly string[]): Promise<ReverseProxy> {
  let turn = 0

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const target = targets[turn++ % targets.length] ?? ''
    const caller = incoming.socket.remoteAddress ?? ''
    const before = incoming.headers['x-forwarded-for']
    const headers = { ...incoming.headers, 'x-forwarded-for': before ? `${before}, ${caller}` : caller }
    const { method = 'GET', url = '/' } = incoming
    const onward = request(target + url, { method, headers, agent: false })
    let isConnected = false
    onward.once('socket', (socket) => socket.once('connect', send))
    function send() {
      isConnected = true
      pipeline(incoming, onward, () => {})
    }
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      pipeline(answer, outgoing, () => {})
    })
    onward.on('error', () => {
      if (!isConnected && tries > 1) pass(incoming, outgoing, tries - 1)
      else if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    outgoing.once('close', () => onward.destroy())
  }

  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, targets.length))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
