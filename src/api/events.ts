import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { LiveEvent, STREAM_SILENCE_MS } from '../../contract/events.ts'
import { apiBaseUrl } from '../build.ts'
import { ApiError } from '../http/api-error.ts'

/** Interval of checks for a silent stream, in milliseconds. */
const LOOK_EVERY_MS = 5_000

const Change = v.pipe(v.string(), v.parseJson(), LiveEvent)

/** Callbacks of a stream that is read. */
export type StreamListener = {
  /** The stream has begun: later events are received, earlier ones are not. */
  onReady: () => void
  onChange: (event: LiveEvent) => void
  /** Heartbeat without an event. */
  onBeat: () => void
}

type Options = StreamListener & {
  /** The bearer of an admin; it goes in a header, as with every call. */
  token: string
  /** Ends the stream. */
  signal: AbortSignal
  /** Silence after which a stream counts as dead, in milliseconds. */
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
  // By the wall clock: timers pause while the device sleeps, and the connection has died meanwhile.
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
