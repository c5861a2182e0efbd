import { atom, useAtomValue } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { onLiveEvent } from '../../../live/live-events.ts'
import { store } from '../../../session/store.ts'

/** How long an appointment is marked as new or changed, in milliseconds, once the page can be seen. */
const NEWS_FOR_MS = 10_000

/** What is new about an appointment to whoever looks at the page. */
export type News = 'new' | 'changed'

/**
 * By id: appointments that were booked while this page was open, and what has happened to those on the screen while
 * there was no connection. What paging brings up is not among them.
 */
const newsAtom = atom<ReadonlyMap<string, News>>(new Map<string, News>())

onLiveEvent((event) => {
  if (event.type === 'appointment' && event.change === 'booked') markNews([event.id], 'new')
})

/** Marks appointments for some seconds. */
export function markNews(ids: readonly string[], news: News): void {
  if (ids.length === 0) return
  change((marked) => {
    for (const id of ids) marked.set(id, news)
  })
  const forget = () =>
    change((marked) => {
      for (const id of ids) marked.delete(id)
    })
  onceVisible(() => setTimeout(forget, NEWS_FOR_MS))
}

function change(how: (marked: Map<string, News>) => void): void {
  const marked = new Map(store.get(newsAtom))
  how(marked)
  store.set(newsAtom, marked)
}

function onceVisible(then: () => void): void {
  if (document.visibilityState === 'visible') then()
  else document.addEventListener('visibilitychange', then, { once: true })
}

/** What is new about an appointment just now; one that is cancelled is not called new. */
export function useNews({ id, status }: Pick<Appointment, 'id' | 'status'>): News | undefined {
  const news = useAtomValue(newsAtom).get(id)
  return news === 'new' && status === 'cancelled' ? undefined : news
}
