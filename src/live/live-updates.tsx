import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { LiveEvent } from '../../contract/events.ts'
import { appointmentQueries } from '../api/appointments-list.ts'
import { BLOCKERS } from '../api/blockers-key.ts'
import { readEvents } from '../api/events.ts'
import { notificationQueries } from '../api/notifications.ts'
import { throttle } from '../device/throttle.ts'
import { whenIdle } from '../device/when-idle.ts'
import { inSession } from '../session/in-session.ts'
import { mayAtom } from '../session/rights.ts'
import { authUserAtom, tokenAtom } from '../session/session-atoms.ts'
import { store } from '../store.ts'
import { watchAnswers } from './last-answer.ts'
import { onLiveEvent, takeLiveEvent } from './live-events.ts'
import { hasStreamAtom } from './live-state.ts'
import { pollWithoutStream } from './polling.ts'
import type { Reader } from './prefetch.ts'
import { reconnectStream } from './reconnect-stream.ts'
import { shareStream } from './share-stream.ts'

/** While somebody who may read the book is signed in, what is shown becomes true by itself: by events, or by asking where there are none. */
export function LiveUpdates() {
  const client = useQueryClient()
  const readsBook = useAtomValue(mayAtom)('book.read')
  const { id: staffId, location = null } = useAtomValue(authUserAtom) ?? {}
  const token = useAtomValue(tokenAtom)
  useEffect(() => {
    if (!readsBook || !staffId || !token) return
    return beginLive(client, staffId)
  }, [client, readsBook, staffId, token])
  useEffect(() => {
    if (!readsBook || !staffId || !token) return
    return prefetchWhenIdle(client, { staffId, location })
  }, [client, readsBook, staffId, location, token])
  return null
}

/** Loads and starts prefetching when the page is idle. @returns a function that ends it */
function prefetchWhenIdle(client: QueryClient, reader: Reader): () => void {
  let end: (() => void) | undefined
  let isOver = false
  const begin = async () => {
    const { prefetchPages } = await import('./prefetch.ts')
    if (!isOver) end = prefetchPages(client, reader)
  }
  // Without that part there is less to read when the connection goes.
  whenIdle(() => void begin().catch(() => {}))
  return () => {
    isOver = true
    end?.()
  }
}

/** @returns a function that ends it, and the stream with it */
function beginLive(client: QueryClient, staffId: string): () => void {
  const refresh = createRefresh(client)
  const asItIs = newOnlyOnce(client, staffId)
  const has = (stream: boolean) => store.set(hasStreamAtom, stream)
  const join = () =>
    shareStream({
      // Colleagues who are signed in in two tabs each have a stream in their own name.
      name: `enamel-events ${staffId}`,
      keep: (listener) =>
        reconnectStream({
          ...listener,
          read: ({ signal, ...options }) =>
            inSession((token, ended) => readEvents({ ...options, token, signal: ended }), signal),
        }),
      onReady: () => {
        has(true)
        refresh.all()
      },
      onBeat: () => has(true),
      onLost: () => has(false),
      onChange: (event) => takeLiveEvent(asItIs(event)),
    })
  let stream = join()

  const retryNow = () => stream.retryNow()
  const onVisible = () => void (document.visibilityState === 'visible' && retryNow())
  // A page that the browser puts aside must not keep the stream of the others; of one that goes for good it takes all by itself.
  const onHide = ({ persisted }: PageTransitionEvent) => persisted && stream.stop()
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) stream = join()
  }
  addEventListener('online', retryNow)
  addEventListener('pagehide', onHide)
  addEventListener('pageshow', onShow)
  document.addEventListener('visibilitychange', onVisible)
  const ends = [onLiveEvent(refresh.after), watchAnswers(client), pollWithoutStream(refresh.all)]

  return () => {
    stream.stop()
    has(false)
    removeEventListener('online', retryNow)
    removeEventListener('pagehide', onHide)
    removeEventListener('pageshow', onShow)
    document.removeEventListener('visibilitychange', onVisible)
    for (const end of ends) end()
  }
}

/**
 * Each booking is announced twice, the second time by a job that may come late, to a page that was opened in between:
 * bookings in the bell's first answer are not new. A cached answer of an earlier page doesn't count.
 */
function newOnlyOnce(client: QueryClient, staffId: string): (event: LiveEvent) => LiveEvent {
  let before: ReadonlySet<string> = new Set()
  client.fetchQuery(notificationQueries.latest(staffId)).then(
    ({ items }) => {
      before = new Set(items.map(({ id }) => id))
    },
    // Without them, an appointment that is announced twice counts twice.
    () => {},
  )
  return (event) =>
    event.type === 'appointment' && before.has(event.id) ? { ...event, change: 'changed' } : event
}

/** Under a burst of events each kind of list is asked for at most once in so many milliseconds. */
const THROTTLE_MS = 500

/** Refreshes of the page's queries: all, or those that an event concerns. */
type Refresh = { all: () => void; after: (event: LiveEvent) => void }

/** Asks again for what an event has changed: what is on the screen now, the rest when it is next looked at. */
function createRefresh(client: QueryClient): Refresh {
  const appointments = throttle(() => refetch(client, appointmentQueries.all()), THROTTLE_MS)
  const bell = throttle(() => refetch(client, notificationQueries.all()), THROTTLE_MS)
  const blockers = throttle(() => refetch(client, BLOCKERS), THROTTLE_MS)
  return {
    all: () => {
      appointments()
      bell()
      blockers()
    },
    after: ({ type }) => {
      appointments()
      if (type === 'blocker') blockers()
      else bell()
    },
  }
}

async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  // A hidden tab waits until it is shown, when everything stale is fetched.
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
  const again = () => client.invalidateQueries({ queryKey, refetchType })
  // A first answer that is still on its way may be older than the event, and is not asked for twice.
  const isFirst = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await again()
  if (isFirst) await again()
}
