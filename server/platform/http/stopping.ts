import type { MiddlewareHandler } from 'hono'

/** Closes the connection with the answer while the server stops, so that the next request goes elsewhere. */
export function closeWhenStopping(isStopping: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (isStopping()) c.header('Connection', 'close')
  }
}
