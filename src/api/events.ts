import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { LiveEvent, STREAM_SILENCE_MS } from '../../contract/events.ts'
import { apiBaseUrl } from '../build.ts'
import { ApiError } from '../http/api-error.ts'

/** How often it is looked at whether the stream still says something, in milliseconds. */
const LOOK_EVERY_MS = 5_000

const Change = v.pipe(v.string(), v.parseJson(), LiveEvent)

/** What is told of a stream while it is read. */
export type StreamListener = {
  /** It has begun: what happens from now on is heard. What happened before is not. */
  onReady: () => void
  onChange: (event: LiveEvent) => void
  /** Nothing has happened, and the line holds. */
  onBeat: () => void
}

type Options = StreamListener & {
  /** The bearer of an admin; it goes in a header, as with every call. */
  token: string
  /** Ends the stream. */
  signal: AbortSignal
  /** A stream on which nothing comes for so many milliseconds is dead, even if nobody has closed it. */
  silenceMs?: number
}

/**
 * Reads GET /events until the server ends the stream. By `fetch`, since an EventSource cannot send a bearer. What it
 * does not understand, as a newer server may send it, it leaves out.
 * @throws ApiError for every failure, 'timeout' for a silent line; the abort reason when `signal` ended it
 */
export async function readEvents({ token, signal, silenceMs = STREAM_SILENCE_MS, ...listener }: Options) {
  const controller = new AbortController()
  const end = () => controller.abort(signal.reason)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  // By the wall clock: a timer stands still while the device sleeps, and the line has died meanwhile.
  let lastMessageAt = Date.now()
  let isSilent = false
  const watch = setInterval(
    () => {
      isSilent = Date.now() - lastMessageAt >= silenceMs
      if (isSilent) controller.abort()
    },
    Math.min(LOOK_EVERY_MS, silenceMs),
  )
  try {
    const reader = await open(token, controller.signal)
    const decoder = new TextDecoder()
    const parser = createParser({ onEvent: ({ event, data }) => dispatch(listener, event, data) })
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      lastMessageAt = Date.now()
      parser.feed(decoder.decode(part.value, { stream: true }))
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw new ApiError(isSilent ? 'timeout' : 'network')
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', end)
    // Whatever the reason, the line is not left open.
    controller.abort()
  }
}

async function open(token: string, signal: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await fetch(`${apiBaseUrl}/events`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  // A proxy's page is no stream, whatever its status.
  if (!response.ok || !isStream || !response.body) throw new ApiError('http', { status: response.status })
  return response.body.getReader()
}

function dispatch(
  { onReady, onChange, onBeat }: StreamListener,
  name: string | undefined,
  data: string,
): void {
  if (name === 'ready') onReady()
  if (name === 'beat') onBeat()
  if (name !== 'change') return
  const event = v.safeParse(Change, data)
  if (event.success) onChange(event.output)
}
