import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type LiveEvent, STREAM_SILENCE_MS } from '../../../contract/events.ts'
import type { Reach } from '../../../domain/rights.ts'
import { HttpFailure } from '../http/failure.ts'
import { createAnnouncer } from './announcer.ts'
import { EVENTS_CHANNEL, eventsIn, SESSIONS_CHANNEL } from './channel.ts'
import { createSharedLine } from './shared-line.ts'
import { BEAT, changes, type EventStream, eventStream, type Outgoing, READY } from './stream.ts'
import { columnsOf, eventsWithin } from './within.ts'

const STREAMS_PER_SESSION = 10
const STREAMS_PER_PROCESS = 2_000

/** Distributes changes between the server processes on one database and to streams. */
export type Events = {
  /** Announces a committed change. Returns at once and never fails; in a transaction use `notify`. */
  announce(event: LiveEvent): void
  /**
   * A stream of changes for a session that may read the book, within its reach.
   * @throws HttpFailure 429 for a session with too many streams, 503 when there are too many or the database is down
   */
  open(tokenHash: string, outgoing?: Outgoing): Promise<ReadableStream<Uint8Array>>
  /**
   * Subscribes the server itself to all changes, from when this resolves until `onLost`; the connection stays open for
   * it.
   * @throws HttpFailure 503 when the database is down
   */
  watch(watcher: Watcher): Promise<void>
  /** In this process. */
  count(): number
  /** Also prevents new streams. */
  close(): void
}

/** None of its functions may throw. */
export type Watcher = {
  /** Events of one notification. */
  onEvents(events: readonly LiveEvent[]): void
  /** Sessions have ended, or a person's rights have changed. */
  onSessions(): void
  /** The connection is gone, and its announcements since are lost; the watcher is removed. */
  onLost(): void
}

export type EventsOptions = {
  databaseUrl: string
  pool: Pick<Pool, 'query'>
  log: Pick<Logger, 'warn'>
  now(): Date
  /** Sessions among these that may read the book now, and the reach of their right, in one query. */
  readers(
    db: Pick<Pool, 'query'>,
    tokenHashes: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, Reach>>
  /** False lifts the limits on the number of streams. */
  limits: boolean
  beatMs?: number
  streamsPerProcess?: number
}

/**
 * Streams of events (docs/decisions/011). The database connection is open while there are streams or watchers. When it
 * breaks, all streams end: clients that reconnect reload everything, so nothing is missed.
 */
export function createEvents(options: EventsOptions): Events {
  const { databaseUrl, pool, log, now, limits, readers } = options
  const { beatMs = STREAM_SILENCE_MS / 3, streamsPerProcess = STREAMS_PER_PROCESS } = options
  const streams = new Set<EventStream>()
  const watchers = new Set<Watcher>()
  const line = createSharedLine({ databaseUrl, log, onNotification, onLost })
  let waiting: LiveEvent[] = []
  let beatDue = false
  let isAsked = false
  let isSending = false
  let beating: NodeJS.Timeout | undefined
  let isClosed = false

  /** Handles a change, or ended sessions, after which only still valid sessions keep their streams. */
  function onNotification(channel: string, payload: string): void {
    const events = channel === EVENTS_CHANNEL ? eventsIn(payload) : []
    for (const watcher of watchers) {
      if (events.length > 0) watcher.onEvents(events)
      if (channel === SESSIONS_CHANNEL) watcher.onSessions()
    }
    waiting.push(...events)
    void send()
  }

  /**
   * Sends waiting events to valid sessions, within their current rights, and ends the other streams, with one query for
   * all. The query uses the listening connection, so its answer also proves that the connection works; where only the
   * server watches, an empty one does.
   */
  async function send(): Promise<void> {
    isAsked = true
    if (isSending) return
    isSending = true
    while (isAsked) {
      isAsked = false
      const mine = line.current()
      const events = waiting
      const beat = beatDue
      waiting = []
      beatDue = false
      const open = [...streams]
      if (mine === null) continue
      try {
        if (open.length === 0) {
          if (beat) await (await mine).query('SELECT')
          continue
        }
        const tokenHashes = [...new Set(open.map(({ tokenHash }) => tokenHash))]
        const db = await mine
        const live = await readers(db, tokenHashes, now())
        const isOwnColumn = [...live.values()].some(({ doctorId }) => doctorId !== null)
        const columns = isOwnColumn ? await columnsOf(db, events) : new Map()
        sendWithin(live, { open, events, columns, beat })
      } catch (error) {
        line.fail(mine, error)
      }
    }
    isSending = false
  }

  /** Sends a heartbeat, and cuts off readers who have not read everything since the last one. */
  function beat(): void {
    for (const stream of streams) if (!stream.isRead()) stream.end()
    if (streams.size === 0 && watchers.size === 0) {
      line.letGo()
      endAll()
    } else {
      beatDue = true
      void send()
    }
  }

  function endAll(): void {
    clearInterval(beating)
    beating = undefined
    waiting = []
    for (const stream of streams) stream.end()
  }

  function onLost(): void {
    endAll()
    const gone = [...watchers]
    watchers.clear()
    for (const watcher of gone) watcher.onLost()
  }

  function beginBeating(): void {
    beating ??= setInterval(beat, beatMs).unref()
  }

  return {
    announce: createAnnouncer(pool, log),
    async open(tokenHash, outgoing) {
      if (isClosed) throw new HttpFailure('unavailable', 'The server is stopping.', { retryAfter: 1 })
      await line.opened()
      if (limits) checkRoom(tokenHash, { streams, most: streamsPerProcess, beatMs })
      const stream = eventStream(tokenHash, outgoing, () => streams.delete(stream))
      streams.add(stream)
      stream.send(READY)
      beginBeating()
      return stream.body
    },
    async watch(watcher) {
      if (isClosed) throw new HttpFailure('unavailable', 'The server is stopping.', { retryAfter: 1 })
      await line.opened()
      watchers.add(watcher)
      beginBeating()
    },
    count: () => streams.size,
    close() {
      isClosed = true
      line.letGo()
      onLost()
    },
  }
}

type Sending = {
  open: readonly EventStream[]
  events: readonly LiveEvent[]
  columns: Awaited<ReturnType<typeof columnsOf>>
  /** Whether a heartbeat is due. */
  beat: boolean
}

/** Sends each stream the events within its session's reach, and ends those without one. */
function sendWithin(live: ReadonlyMap<string, Reach>, { open, events, columns, beat }: Sending): void {
  const frames = new Map<string, Uint8Array | null>()
  for (const stream of open) {
    const reach = live.get(stream.tokenHash)
    if (!reach) {
      stream.end()
      continue
    }
    const key = JSON.stringify(reach)
    let frame = frames.get(key)
    if (frame === undefined) {
      const theirs = eventsWithin(reach, events, columns)
      frame = theirs.length > 0 ? changes(theirs) : null
      frames.set(key, frame)
    }
    if (frame) stream.send(frame)
    if (beat) stream.send(BEAT)
  }
}

/** @throws HttpFailure 429 for a session with too many streams, 503 when there are too many */
function checkRoom(
  tokenHash: string,
  { streams, most, beatMs }: { streams: ReadonlySet<EventStream>; most: number; beatMs: number },
): void {
  const retryAfter = Math.ceil(beatMs / 1000)
  if (streams.size >= most) {
    throw new HttpFailure('busy', 'Too many people are connected right now. Please try again.', {
      retryAfter,
    })
  }
  const own = [...streams].filter((stream) => stream.tokenHash === tokenHash).length
  if (own >= STREAMS_PER_SESSION) {
    throw new HttpFailure('too_many_requests', 'This session has too many streams open.', { retryAfter })
  }
}
