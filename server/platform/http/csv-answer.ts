import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { placeOf, reasonOf } from '../process/failure.ts'
import { type Portions, startingWith } from './portions.ts'

type Options = {
  filename: string
  log: Pick<Logger, 'error'>
  /** Waited for once the first portion is there, before the answer, while the status can still report an error. */
  begun(): Promise<void>
}

/**
 * Answers with a CSV file, each portion made on demand; a reader who leaves ends them.
 * @throws what making the first portion, or `begun`, throws
 */
export async function csvAnswer(
  c: Context,
  portions: AsyncGenerator<string, void>,
  { filename, log, begun }: Options,
): Promise<Response> {
  const { outgoing } = c.env as Partial<HttpBindings>
  // Also after a failure, or when the answer is never read.
  outgoing?.once('close', () => void portions.return())
  const first = await portions.next()
  await begun()
  const body = streamOf(
    startingWith(first, portions),
    (error) => log.error({ reason: reasonOf(error), at: placeOf(error) }, 'export broken off'),
    outgoing && (() => void outgoing.destroy()),
  )
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Cache-Control': 'no-store',
  })
}

/**
 * Streams text portions on demand; a reader who leaves ends them. A failing portion aborts the stream, so
 * that no partial file looks complete.
 * @param cut aborts the connection; without it, the stream fails
 */
export function streamOf(
  portions: Portions<string>,
  onFailure: (error: unknown) => void,
  cut?: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isLeft = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await portions.next()
          // The reader left while this portion was made.
          if (isLeft) return
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          if (isLeft) return
          onFailure(error)
          if (cut) cut()
          else controller.error(new Error('This could not be read to its end.'))
        }
      },
      async cancel() {
        isLeft = true
        await portions.return()
      },
    },
    // Disables buffering: each portion is made on demand.
    { highWaterMark: 0 },
  )
}
