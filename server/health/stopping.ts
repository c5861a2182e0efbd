import type { MiddlewareHandler } from 'hono'

/** Ends the connection with the answer while the server stops, so that the caller's next request goes elsewhere. */
export function closeWhenStopping(isStopping: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (isStopping()) c.header('Connection', 'close')
  }
}
