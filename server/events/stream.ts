import type { EVENT_NAMES, LiveEvent } from '../../contract/events.ts'

const encoder = new TextEncoder()
const frame = (event: (typeof EVENT_NAMES)[number], data: string) => `event: ${event}\ndata: ${data}\n\n`

// Without data a reader takes a frame for none (HTML standard, section 9.2.6).
export const READY = encoder.encode(frame('ready', '{}'))
export const BEAT = encoder.encode(frame('beat', '{}'))
/** Encoded once and shared by all streams: nobody may write into it. */
export const changes = (events: readonly LiveEvent[]): Uint8Array =>
  encoder.encode(events.map((event) => frame('change', JSON.stringify(event))).join(''))

/** What may wait for a reader, in bytes: some 1,500 events. The bytes are shared, only their list is the stream's own. */
const MOST_UNREAD_BYTES = 256 * 1024

/** The answer of Node under the stream, where there is one. */
export type Outgoing = { readonly writableNeedDrain: boolean; destroy(): unknown }

/** One open stream of events, of a session. */
export type EventStream = {
  tokenHash: string
  body: ReadableStream<Uint8Array>
  /** Whether everything sent so far has been taken. */
  isRead(): boolean
  /** Sends, unless the reader has left too much unread: then it is cut off. */
  send(frames: Uint8Array): void
  /** Ends in order when all has been taken, and cuts off otherwise: what waits is not for this reader any more. */
  end(): void
}

/** @param onGone called when the reader has left or the stream has ended */
export function eventStream(
  tokenHash: string,
  outgoing: Outgoing | undefined,
  onGone: () => void,
): EventStream {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isOpen = true
  const gone = () => {
    isOpen = false
    onGone()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
      },
      cancel: gone,
    },
    { highWaterMark: MOST_UNREAD_BYTES, size: (chunk) => chunk.byteLength },
  )
  function cut(): void {
    gone()
    // Through the answer where there is one: an error in the stream would be printed as a fault of the server.
    if (outgoing) outgoing.destroy()
    else controller.error(new Error('The stream was cut off.'))
  }
  const stream: EventStream = {
    tokenHash,
    body,
    isRead: () => controller.desiredSize === MOST_UNREAD_BYTES && !outgoing?.writableNeedDrain,
    send(frames) {
      if (!isOpen) return
      if ((controller.desiredSize ?? 0) < frames.byteLength) cut()
      else controller.enqueue(frames)
    },
    end() {
      if (!isOpen) return
      if (!stream.isRead()) return cut()
      gone()
      controller.close()
    },
  }
  return stream
}
