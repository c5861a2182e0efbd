import { createParser } from 'eventsource-parser'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { LiveEvent } from '../../../contract/events.ts'

/** Reads a stream of events as a page would, from after its 'ready'. */
export async function watch(app: Hono, bearer: { authorization: string }) {
  const response = await app.request('/api/events', { headers: bearer }, {})
  return { response, ...(await reading(response.ok ? response.body : null)) }
}

/** Events of a stream that is ready. @throws when it begins otherwise */
export async function reading(body: ReadableStream<Uint8Array> | null) {
  const arrived: { event: string; data: unknown }[] = []
  /** The raw text. */
  let text = ''
  const parser = createParser({
    onEvent: ({ event = '', data }) => arrived.push({ event, data: JSON.parse(data) }),
  })
  const reader = body?.getReader()
  const decoder = new TextDecoder()

  /** 'end' when the stream has ended. */
  async function next(): Promise<{ event: string; data: unknown } | 'end'> {
    while (arrived.length === 0) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return 'end'
      const part = decoder.decode(value, { stream: true })
      text += part
      parser.feed(part)
    }
    return arrived.shift() ?? 'end'
  }

  const first = body && (await next())
  if (first && (first === 'end' || first.event !== 'ready')) throw new Error('The stream did not begin.')

  return {
    next,
    text: () => text,
    /** The next changes, without beats. @throws when the stream ends before */
    async changes(count = 1): Promise<LiveEvent[]> {
      const changes: LiveEvent[] = []
      while (changes.length < count) {
        const read = await next()
        if (read === 'end') throw new Error(`ended after ${changes.length} changes`)
        if (read.event === 'change') changes.push(v.parse(LiveEvent, read.data))
      }
      return changes
    },
    /** Reads to the end. @returns the changes before it */
    async end(): Promise<unknown[]> {
      const changes: unknown[] = []
      for (;;) {
        const read = await next()
        if (read === 'end') return changes
        if (read.event === 'change') changes.push(read.data)
      }
    },
    leave: () => reader?.cancel(),
  }
}
