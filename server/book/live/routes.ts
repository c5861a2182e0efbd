import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { LiveEvent } from '../../../contract/events.ts'
import { answers } from '../../platform/http/answer.ts'
import type { BookContext } from '../blocked/context.ts'

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // A compressing proxy would delay events.
  'Cache-Control': 'no-store, no-transform',
  // Makes nginx, and proxies that follow it, forward events at once.
  'X-Accel-Buffering': 'no',
}

/** The event stream, for admins only: events carry ids, never names. */
export function eventRoutes({ events, allow }: Pick<BookContext, 'events' | 'allow'>) {
  return new Hono<{ Bindings: Partial<HttpBindings> }>().get(
    '/events',
    describeRoute({
      summary: 'Server-sent events: which appointments and blockers have changed',
      description:
        "'ready' when the stream has begun, 'change' with an event as JSON, 'beat' every 15 seconds. Events have ids " +
        'only and may come twice. There is no history: read anew after each reconnect. It does not prolong the ' +
        'session, and ends with it.',
      tags: ['Events'],
      responses: {
        ...answers(200, LiveEvent, [401, 403, 429, 503]),
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: { type: 'string' as const } } },
        },
      },
    }),
    allow.polling('book.read'),
    async (c) => {
      // The body of an answer to HEAD is never read.
      if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS)
      return c.body(await events.open(c.var.session.tokenHash, c.env.outgoing), 200, HEADERS)
    },
  )
}
