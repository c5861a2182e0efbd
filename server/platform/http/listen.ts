import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { Hono, MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import { StartError } from '../process/start-error.ts'

/** Milliseconds. Longer than a booking waits for a lock (server/platform/db/pool.ts), so that it gets its answer. */
const FINISH_MS = 6_000
/**
 * Time in which a stopping process behind a proxy still accepts requests: /readyz says 503 from the first moment, and
 * the proxy checks it every second. Only then does the port close, and no request reaches a closed one.
 */
const PROXY_MS = 3_000
const LOOK_EVERY_MS = 50
/**
 * Milliseconds. Limits slow clients to half a minute per connection before their headers. A whole request may
 * take five minutes, Node's default, for a patients file on a slow connection.
 */
const SLOW = { headersTimeout: 20_000, connectionsCheckingInterval: 10_000 }
/**
 * Milliseconds that an idle connection stays open: longer than a proxy keeps its own (60 s by nginx's default), or it
 * sends a booking on one that is just being closed. A phone that fills a form in needs no new one either.
 */
const IDLE_MS = 65_000

export type Listening = {
  port: number
  /**
   * Accepts no new connections, lets running requests finish for 6 s, and closes idle connections. Behind a proxy it
   * continues for three seconds as before, and begins with this after them.
   */
  close(): Promise<void>
}

/** @throws StartError when the port is not available */
export async function listen(
  app: Pick<Hono, 'fetch'>,
  { host, port, trustedProxies }: Pick<Config, 'host' | 'port' | 'trustedProxies'>,
): Promise<Listening> {
  const serverOptions = { ...SLOW, keepAliveTimeout: IDLE_MS }
  const server = serve({ fetch: app.fetch, port, hostname: host, serverOptions }) as HttpServer
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
    async close() {
      if (trustedProxies > 0) await delay(PROXY_MS)
      await closed(server)
    },
  }
}

function closed(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const since = performance.now()
    // Repeatedly: an answer that began earlier leaves its connection open.
    const look = setInterval(() => {
      if (performance.now() - since >= FINISH_MS) server.closeAllConnections()
      else server.closeIdleConnections()
    }, LOOK_EVERY_MS)
    server.close(() => {
      clearInterval(look)
      resolve()
    })
  })
}

/** Closes the connection with the answer while the server stops, so that the next request goes elsewhere. */
export function closeWhenStopping(isStopping: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (isStopping()) c.header('Connection', 'close')
  }
}
