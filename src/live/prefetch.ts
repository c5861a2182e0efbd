import type { QueryClient } from '@tanstack/react-query'
import { PREFETCH_DAYS, STORED_ROWS } from '../../contract/seal.ts'
import { SEALED_MS } from '../../contract/seal-limits.ts'
import { addDays, clinicDate } from '../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../domain/locations.ts'
import { splitByDay } from '../api/appointments-days.ts'
import { appointmentQueries, appointmentsBetween, tooManyRows } from '../api/appointments-list.ts'
import { blockerQueries } from '../api/blockers.ts'
import { doctorQueries } from '../api/doctors.ts'
import { PREFETCH } from '../api/request-context.ts'
import { clinicFacts } from '../clinic.ts'
import { clock } from '../clock.ts'
import { onSealKey } from '../device/seal-key.ts'
import { store } from '../store.ts'
import { inOneTab } from './in-one-tab.ts'
import { onLiveEvent } from './live-events.ts'
import { freshnessAtom } from './live-state.ts'
import { dueOf, type Fetched } from './prefetch-plan.ts'

/** Delay of the first check for due pages, and interval of the next ones, in milliseconds. */
const FIRST_LOOK_MS = 1_000
const LOOK_EVERY_MS = 5_000
/** After a failure it is tried again no sooner, in milliseconds. */
const AGAIN_MS = 60_000
/** The first pages of the lists are fetched again when they are older, in milliseconds. */
const LIST_MS = 15 * 60_000

const NOTHING: Fetched = { from: '', rangeAt: 0, todayAt: 0 }

/** Person whose pages are prefetched; `location` is where they work, null: everywhere. */
export type Reader = { staffId: string; location: string | null }

/**
 * Fetches what can be read without a connection before anybody asks for it: today and the next 14 days of where a staff
 * member works, and the first pages of the lists. In one tab, while it is seen and nothing else is being fetched; none
 * of it prolongs the session. On a connection that is to be spared it is today alone.
 * @returns a function that ends it
 */
export function prefetchPages(client: QueryClient, reader: Reader): () => void {
  const location = placeOf(reader)
  let fetched: Fetched = NOTHING
  let resets = 0
  let changedAt = 0
  let backAt = 0
  let notBefore = 0
  let isBusy = false

  async function fetchDue(signal: AbortSignal): Promise<void> {
    const freshness = store.get(freshnessAtom)
    const now = Date.now()
    // What somebody looks at comes first.
    if (isBusy || now < notBefore || freshness === 'offline' || client.isFetching() > 0) return
    const today = clinicDate(clock.now(), clinicFacts().timeZone)
    const due = dueOf({ now, today, changedAt, backAt, isLive: freshness === 'live' }, fetched)
    if (!due) return
    isBusy = true
    const before = resets
    try {
      const days = due === 'today' || sparesData() ? 1 : 1 + PREFETCH_DAYS
      await fetchDays(client, reader, { from: today, days }, signal, () => changedAt)
      const rangeAt = due === 'range' ? now : fetched.rangeAt
      if (before === resets) fetched = { from: today, rangeAt, todayAt: now }
      if (due === 'range') await fetchLists(client, reader, signal)
    } catch {
      // The pages that are open say what is wrong, if anything is.
      if (!signal.aborted) notBefore = now + AGAIN_MS
    } finally {
      isBusy = false
    }
  }

  const begin = () => {
    const ended = new AbortController()
    const fetchNow = () => void fetchDue(ended.signal)
    const first = setTimeout(fetchNow, FIRST_LOOK_MS)
    const timer = setInterval(fetchNow, LOOK_EVERY_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      ended.abort()
    }
  }
  let before = store.get(freshnessAtom)
  const ends = [
    inOneTab(`enamel-ahead ${reader.staffId}`, begin),
    onLiveEvent((event) => {
      const isHere = event.type === 'blocker' || location === ALL_LOCATIONS || event.location === location
      if (isHere) changedAt = Date.now()
    }),
    // What came before was not stored for this key.
    onSealKey(() => {
      resets += 1
      fetched = NOTHING
    }),
    store.sub(freshnessAtom, () => {
      const freshness = store.get(freshnessAtom)
      if (before === 'offline' && freshness !== 'offline') {
        backAt = Date.now()
        notBefore = 0
      }
      // What happened while there were no events is not known.
      if (freshness === 'live' && before === 'polled') changedAt = Date.now()
      before = freshness
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Fetches days and puts them where the day view finds them, unless it has had a later answer. With one question where
 * that can be stored on the device whole, else with several.
 */
async function fetchDays(
  client: QueryClient,
  reader: Reader,
  { from, days }: { from: string; days: number },
  signal: AbortSignal,
  changedAt: () => number,
): Promise<void> {
  const askedAt = Date.now()
  const range = { location: placeOf(reader), from, to: addDays(from, days - 1) }
  const found = await appointmentsBetween(range, { signal, unattended: true }).catch((error) => {
    if (days > 1 && tooManyRows(error)) return null
    throw error
  })
  // Somebody else may have signed in meanwhile.
  if (signal.aborted) throw signal.reason
  if (days > 1 && (!found || found.length > STORED_ROWS)) {
    const half = Math.ceil(days / 2)
    await fetchDays(client, reader, { from, days: half }, signal, changedAt)
    return fetchDays(client, reader, { from: addDays(from, half), days: days - half }, signal, changedAt)
  }
  const answeredAt = Date.now()
  for (const { appointments, ...ofDay } of splitByDay(found ?? [], range)) {
    const options = client.defaultQueryOptions(appointmentQueries.day(reader.staffId, ofDay))
    const query = client.getQueryCache().build(client, options)
    const { dataUpdatedAt, fetchStatus } = query.state
    if (dataUpdatedAt > askedAt || fetchStatus !== 'idle') continue
    // Not by the client's `setQueryData`: observers must see it as an answer of the server.
    query.setData({ data: appointments }, { updatedAt: answeredAt, manual: false })
    if (changedAt() >= askedAt) query.invalidate()
  }
}

/** Prefetches the lists that are opened offline too; cached fresh ones stay. */
async function fetchLists(client: QueryClient, reader: Reader, signal: AbortSignal): Promise<void> {
  const options = { staleTime: LIST_MS, retry: false } as const
  const first = { location: placeOf(reader), status: '', cancelled: false, search: null, page: 1 } as const
  const list = appointmentQueries.list(reader.staffId, first)
  const blockers = blockerQueries.list(reader.staffId, { type: '', page: 1 })
  await client.prefetchQuery({ ...list, ...options, meta: { ...list.meta, ...PREFETCH } })
  if (signal.aborted) return
  await client.prefetchQuery({ ...blockers, ...options, meta: { ...blockers.meta, ...PREFETCH } })
  const whole = blockerQueries.whole(reader.staffId)
  await client.prefetchQuery({ ...whole, ...options, meta: { ...whole.meta, ...PREFETCH } })
  // Who works where: the columns of a day.
  const places = clinicFacts().locations.filter(({ code }) => [code, ALL_LOCATIONS].includes(placeOf(reader)))
  for (const { code } of places) {
    if (signal.aborted) return
    await client.prefetchQuery({ ...doctorQueries.list(code), gcTime: SEALED_MS })
  }
}

/** Code of the location to prefetch, or 'all'; a location that was removed counts as 'all'. */
const placeOf = ({ location }: Reader) =>
  clinicFacts().locations.find(({ code }) => code === location)?.code ?? ALL_LOCATIONS

/** Whether the device asks pages to spare its connection. Not all browsers say. */
function sparesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
