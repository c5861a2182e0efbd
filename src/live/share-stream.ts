import * as v from 'valibot'
import { LiveEvent, STREAM_SILENCE_MS } from '../../contract/events.ts'
import type { StreamListener } from '../api/events.ts'
import { joinChannel } from '../device/tabs/channel.ts'
import { hasLocks, holdLock } from '../device/tabs/locks.ts'
import type { ReconnectingStream } from './reconnect-stream.ts'

/** Interval at which a tab checks for signs of the shared stream, in milliseconds. */
const LOOK_EVERY_MS = 5_000

type Listener = StreamListener & { onLost: () => void }

type Options = Listener & {
  /** Tabs that use the same name share one stream. */
  name: string
  /** Opens the stream of this tab, if it is the one that has it. */
  keep: (listener: Listener) => ReconnectingStream
  silenceMs?: number
}

/**
 * Shares one stream among the tabs of a browser: the tab that holds a lock has it and sends its events over a
 * channel. When that tab closes, the next one gets the lock. Without Web Locks (a page without HTTPS) each tab has a
 * stream of its own.
 */
export function shareStream({
  name,
  keep,
  silenceMs = STREAM_SILENCE_MS,
  ...listener
}: Options): ReconnectingStream {
  const channel = hasLocks() ? joinChannel(name, TabMessage, onMessage) : undefined
  if (!channel) return keep(listener)
  /** The stream, where this tab has it. */
  let own: ReconnectingStream | undefined
  let holds = false
  let lastMessageAt = Date.now()

  function onMessage(message: TabMessage): void {
    if (message.type === 'ask') {
      answer()
      return
    }
    lastMessageAt = Date.now()
    if (message.type === 'change') {
      listener.onChange(message.event)
      return
    }
    holds = message.type !== 'lost'
    if (message.type === 'began') listener.onReady()
    else if (message.type === 'holds') listener.onBeat()
    else listener.onLost()
  }

  function answer(): void {
    if (!own) return
    if (holds) channel?.post({ type: 'holds' })
    else own.retryNow()
  }

  const post = (message: TabMessage) => {
    channel.post(message)
    onMessage(message)
  }
  // A page that is shown again asks before it has rejoined: then there is no answer.
  const ask = () => channel.post({ type: 'ask' })

  const giveOn = holdLock(name, () => {
    const stream = keep({
      onReady: () => post({ type: 'began' }),
      onChange: (event) => post({ type: 'change', event }),
      onBeat: () => post({ type: 'holds' }),
      onLost: () => post({ type: 'lost' }),
    })
    own = stream
    return () => stream.stop()
  })
  ask()

  // The browser may have put the tab with the stream to sleep: then it says no more that the stream holds.
  const watch = setInterval(
    () => {
      if (own || !holds || Date.now() - lastMessageAt < silenceMs) return
      holds = false
      listener.onLost()
    },
    Math.min(LOOK_EVERY_MS, silenceMs),
  )

  return {
    retryNow: () => (own ? own.retryNow() : ask()),
    stop: () => {
      clearInterval(watch)
      giveOn()
      channel.leave()
    },
  }
}

/** Messages between tabs about their shared stream: ids at most, nothing about a person. */
const TabMessage = v.variant('type', [
  /** A tab that somebody looks at wants to know whether there is a stream. */
  v.object({ type: v.literal('ask') }),
  /** The stream has begun, for the first time or again: what happened before is not known. */
  v.object({ type: v.literal('began') }),
  /** The stream is there. */
  v.object({ type: v.literal('holds') }),
  v.object({ type: v.literal('lost') }),
  v.object({ type: v.literal('change'), event: LiveEvent }),
])
type TabMessage = v.InferOutput<typeof TabMessage>
