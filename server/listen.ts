import type { Server as HttpServer } from 'node:http'
import { Server as Listener } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Milliseconds. Longer than a booking waits for a lock (server/db/pool.ts), so that it gets its answer. */
const FINISH_MS = 6_000
/** A proxy may be sending on its open connections; it learns of the shutdown from their answers. */
const PROXY_MS = 2_000
const LOOK_EVERY_MS = 50
/**
 * Milliseconds. Limits slow clients to half a minute per connection before their headers. A whole request may
 * take five minutes, Node's default, for a patients file on a slow connection.
 */
const SLOW = { headersTimeout: 20_000, connectionsCheckingInterval: 10_000 }

export type Listening = {
  port: number
  /**
   * Accepts no new connections, lets running requests finish for 6 s, and closes idle connections. A proxy's
   * open connections get answers for two more seconds.
   */
  close(): Promise<void>
}

/** @throws StartError when the port is not available */
export async function listen(
  app: Pick<Hono, 'fetch'>,
  { host, port, trustedProxies }: Pick<Config, 'host' | 'port' | 'trustedProxies'>,
): Promise<Listening> {
  const server = serve({ fetch: app.fetch, port, hostname: host, serverOptions: SLOW }) as HttpServer
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          code === 'EADDRINUSE'
            ? `Port ${port} is in use. Set PORT to another one.`
            : `Cannot listen on ${host}, port ${port} (${code}). Check HOST and PORT.`,
        ),
      ),
    )
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closed(server, trustedProxies > 0 ? PROXY_MS : 0),
  }
}

function closed(server: HttpServer, keepIdleMs: number): Promise<void> {
  return new Promise((resolve) => {
    const since = performance.now()
    // Repeatedly: an answer that began earlier leaves its connection open.
    const look = setInterval(() => {
      const ms = performance.now() - since
      if (ms >= FINISH_MS) server.closeAllConnections()
      else if (ms >= keepIdleMs) server.closeIdleConnections()
    }, LOOK_EVERY_MS)
    // The TCP server's close: HTTP's would cut a proxy's connections at once.
    Listener.prototype.close.call(server, () => {
      clearInterval(look)
      resolve()
    })
    if (keepIdleMs === 0) server.closeIdleConnections()
  })
}
