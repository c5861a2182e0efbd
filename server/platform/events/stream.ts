import type { EVENT_NAMES, LiveEvent } from '../../../contract/events.ts'

const encoder = new TextEncoder()
const frame = (event: (typeof EVENT_NAMES)[number], data: string) => `event: ${event}\ndata: ${data}\n\n`

// Readers ignore a frame without data (HTML standard, section 9.2.6).
export const READY = encoder.encode(frame('ready', '{}'))
export const BEAT = encoder.encode(frame('beat', '{}'))
/** Encoded once and shared by all streams, so never write into it. */
export const changes = (events: readonly LiveEvent[]): Uint8Array =>
  encoder.encode(events.map((event) => frame('change', JSON.stringify(event))).join(''))

/** Limit of unread bytes per reader, some 1,500 events. The bytes are shared; a stream only has its list. */
const MOST_UNREAD_BYTES = 256 * 1024

/** Node's response under the stream, if there is one. */
export type Outgoing = { readonly writableNeedDrain: boolean; destroy(): unknown }

export type EventStream = {
  tokenHash: string
  body: ReadableStream<Uint8Array>
  isRead(): boolean
  /** Cuts off a reader who has left too much unread. */
  send(frames: Uint8Array): void
  /** Closes in order when everything was read, and otherwise cuts off: the reader may not get the rest. */
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
    // Through the response where there is one: an error in the stream would be logged as a server fault.
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
