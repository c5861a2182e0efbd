import type { Server as HttpServer } from 'node:http'
import { Server as Listener } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Milliseconds. Longer than a booking waits for another transaction (server/db/pool.ts), so that it gets its answer. */
const FINISH_MS = 6_000
/** A proxy has connections open that it may be sending on at this very moment; it hears of the end by their answers. */
const PROXY_MS = 2_000
const LOOK_EVERY_MS = 50
/**
 * Milliseconds. Who opens connections and says nothing, or one letter a minute, holds each for half a minute at most.
 * A whole request may take five minutes, Node's own limit: a file of patients on a slow line takes that long.
 */
const SLOW = { headersTimeout: 20_000, connectionsCheckingInterval: 10_000 }

export type Listening = {
  port: number
  /**
   * Takes no new connections, lets the requests under way finish for 6 s, and cuts the connections that nobody uses.
   * Callers behind a proxy are answered for two more seconds on those that it has open.
   */
  close(): Promise<void>
}

/** @throws StartError with a sentence when the port cannot be had */
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
    // Again and again: an answer that had begun before leaves its connection open.
    const look = setInterval(() => {
      const ms = performance.now() - since
      if (ms >= FINISH_MS) server.closeAllConnections()
      else if (ms >= keepIdleMs) server.closeIdleConnections()
    }, LOOK_EVERY_MS)
    // The listener's own: that of HTTP would cut a proxy's connections at once.
    Listener.prototype.close.call(server, () => {
      clearInterval(look)
      resolve()
    })
    if (keepIdleMs === 0) server.closeIdleConnections()
  })
}
