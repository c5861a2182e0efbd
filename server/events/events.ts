import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type LiveEvent, STREAM_SILENCE_MS } from '../../contract/events.ts'
import { liveAdminSessions } from '../auth/sessions.ts'
import { HttpFailure } from '../http/failure.ts'
import { reasonOf } from '../jobs/failure.ts'
import { rarely } from '../jobs/rarely.ts'
import { createAnnouncer } from './announcer.ts'
import { EVENTS_CHANNEL, eventsIn } from './channel.ts'
import { type Line, openLine } from './line.ts'
import { BEAT, changes, type EventStream, eventStream, type Outgoing, READY } from './stream.ts'

const STREAMS_PER_SESSION = 10
const STREAMS_PER_PROCESS = 2_000
/** After a connection could not be had, none is tried for so long, in milliseconds, however many ask. */
const TRY_AGAIN_MS = 1_000

/** What is known of changes between the server processes on one database, and its way to those who watch. */
export type Events = {
  /** Tells everyone of what has been committed. Returns at once and never fails; in a transaction use `notify`. */
  announce(event: LiveEvent): void
  /**
   * A stream of what happens from now on, for an admin's session.
   * @throws HttpFailure 429 for a session with too many streams, 503 when there are too many or the database is away
   */
  open(tokenHash: string, outgoing?: Outgoing): Promise<ReadableStream<Uint8Array>>
  /** Ends all streams at once; no more are opened. */
  close(): void
}

export type EventsOptions = {
  databaseUrl: string
  pool: Pick<Pool, 'query'>
  log: Pick<Logger, 'warn' | 'info'>
  now(): Date
  /** False lifts the limits on how many streams there are. */
  limits: boolean
  beatMs?: number
  streamsPerProcess?: number
}

/**
 * Streams of events (docs/decisions/011). The connection to the database is opened for the first stream and let go
 * after the last. When it breaks, all streams end: whoever comes back reads everything anew, so nothing is missed.
 */
export function createEvents(options: EventsOptions): Events {
  const { databaseUrl, pool, log, now, limits } = options
  const { beatMs = STREAM_SILENCE_MS / 3, streamsPerProcess = STREAMS_PER_PROCESS } = options
  const announce = createAnnouncer(pool, log)
  const report = rarely()
  const streams = new Set<EventStream>()
  let line: Promise<Line> | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let beating: NodeJS.Timeout | undefined
  let closed = false
  let waiting: Uint8Array[] = []
  let asked = false
  let working = false

  const away = () =>
    new HttpFailure('unavailable', 'Events cannot be had just now. Please try again.', {
      retryAfter: TRY_AGAIN_MS / 1000,
    })

  async function connected(): Promise<Line> {
    if (closed || performance.now() - triedAt < TRY_AGAIN_MS) throw away()
    line ??= openLine({ databaseUrl, onNotification, onLost: () => lost('connection broken') })
    const mine = line
    let opened: Line
    try {
      opened = await mine
    } catch (error) {
      if (line === mine) {
        line = null
        triedAt = performance.now()
        warn(reasonOf(error))
      }
      throw away()
    }
    // Lost, or the process began to end, in the moment between.
    if (line !== mine) throw away()
    return opened
  }

  function warn(reason: string): void {
    report(reason, () => log.warn({ reason, streams: streams.size }, 'events: no connection to the database'))
  }

  function onNotification(channel: string, payload: string): void {
    if (channel === EVENTS_CHANNEL) {
      const events = eventsIn(payload)
      if (events.length > 0) waiting.push(changes(events))
    }
    void work()
  }

  /** Sends what waits, each time to those alone whose session still holds: one question for all streams. */
  async function work(): Promise<void> {
    asked = true
    if (working) return
    working = true
    while (asked) {
      asked = false
      const mine = line
      const frames = waiting
      waiting = []
      const open = [...streams]
      if (!mine || open.length === 0) continue
      try {
        const hashes = [...new Set(open.map(({ tokenHash }) => tokenHash))]
        const live = await liveAdminSessions(await mine, hashes, now())
        for (const stream of open) {
          if (!live.has(stream.tokenHash)) stream.end()
          else for (const frame of frames) stream.send(frame)
        }
      } catch (error) {
        if (line === mine) lost(reasonOf(error))
      }
    }
    working = false
  }

  /** By the beat readers see that the line holds, and the server that they read and that the database is there. */
  function beat(): void {
    for (const stream of streams) if (!stream.isRead()) stream.end()
    waiting.push(BEAT)
    if (streams.size > 0) void work()
    else letGo()
  }

  function lost(reason: string): void {
    warn(reason)
    letGo()
  }

  function letGo(): void {
    clearInterval(beating)
    beating = undefined
    for (const stream of streams) stream.end()
    waiting = []
    line?.then(
      (opened) => opened.close(),
      () => {},
    )
    line = null
  }

  return {
    announce,
    async open(tokenHash, outgoing) {
      await connected()
      if (limits && streams.size >= streamsPerProcess) {
        throw new HttpFailure('busy', 'Too many people watch just now. Please try again.', {
          retryAfter: beatMs / 1000,
        })
      }
      const own = [...streams].filter((stream) => stream.tokenHash === tokenHash).length
      if (limits && own >= STREAMS_PER_SESSION) {
        throw new HttpFailure('too_many_requests', 'This session has too many streams open.', {
          retryAfter: Math.ceil(beatMs / 1000),
        })
      }
      const stream = eventStream(tokenHash, outgoing, (gone) => streams.delete(gone))
      streams.add(stream)
      stream.send(READY)
      beating ??= setInterval(beat, beatMs).unref()
      return stream.body
    },
    close() {
      closed = true
      letGo()
    },
  }
}
